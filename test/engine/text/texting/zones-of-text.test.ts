import { describe, expect, it } from 'vitest'
import { zonesOfText } from '../../../../src-main/engine/text/texting/zones-of-text.ts'

describe('a cell with a time zone', () => {
  it('may be a name of the zone database', () => {
    expect(zonesOfText('America/Denver')).toEqual(['America/Denver'])
    expect(zonesOfText(' Europe/Paris ')).toEqual(['Europe/Paris'])
    expect(zonesOfText('America/Argentina/Buenos_Aires')).toEqual(['America/Argentina/Buenos_Aires'])
  })

  it('may be an American word, in any of its forms', () => {
    for (const text of [
      'Eastern',
      'eastern time',
      'EST',
      'EDT',
      'ET',
      'US/Eastern',
      'Eastern Standard Time',
      '(UTC-05:00) Eastern Time (US & Canada)',
    ])
      expect(zonesOfText(text), text).toEqual(['America/New_York'])
    expect(zonesOfText('Central Daylight Time')).toEqual(['America/Chicago'])
    expect(zonesOfText('PST')).toEqual(['America/Los_Angeles'])
  })

  it('means every place that it could', () => {
    expect(zonesOfText('MST')).toEqual(['America/Denver', 'America/Phoenix'])
    expect(zonesOfText('Hawaiian Standard Time')).toEqual(['Pacific/Honolulu', 'America/Adak'])
    expect(zonesOfText('Atlantic')).toEqual(['America/Halifax', 'America/Puerto_Rico'])
  })

  it('is unknown where it is anything else', () => {
    for (const text of ['', 'UTC-5', '-5', 'Eastern Europe', 'Mars/Phobos', 'Etc/GMT+5', 'GMT', 'east', 'constructor', 'yes'])
      expect(zonesOfText(text), text).toBeNull()
  })
})
