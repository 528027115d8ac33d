import { describe, expect, it } from 'vitest'
import { attachmentNamed } from '../../../src-main/shells/browser/downloads.ts'
import { plainName } from '../../../src-main/shells/browser/upload.ts'

describe('names of files', () => {
  it('writes every name as RFC 5987 wants it, with an ASCII fallback', () => {
    expect(attachmentNamed(`Müller's "list" (1).csv`)).toBe(
      `attachment; filename="M_ller's _list_ (1).csv"; filename*=UTF-8''M%C3%BCller%27s%20%22list%22%20%281%29.csv`,
    )
    expect(attachmentNamed('a\r\nX: y.csv')).not.toMatch(/[\r\n]/)
  })

  it('keeps no folder and no control character of an uploaded name', () => {
    expect(plainName('../../etc/passwd')).toBe('passwd')
    expect(plainName('C:\\Users\\a\\list.csv')).toBe('list.csv')
    expect(plainName('a\u0000\nb.csv')).toBe('ab.csv')
    expect(plainName('///')).toBe('file')
  })
})
