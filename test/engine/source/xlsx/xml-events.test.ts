import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readXml } from '../../../../src-main/engine/source/xlsx/xml-events.ts'
import { portion } from '../../../helpers/portion.ts'

/** What a text consists of; cut into pieces at the places given. */
async function eventsOf(xml: string | Buffer, cuts: readonly number[] = []): Promise<string[]> {
  const events: string[] = []
  let text = ''
  const say = (event: string) => {
    if (text !== '') events.push(`text ${text}`)
    text = ''
    events.push(event)
  }
  await readXml(pieces(Buffer.from(xml as string), cuts), {
    open: (name, attributes) => say(`open ${name} ${['a', 'b', 'r'].map((key) => attributes.get(key) ?? '-').join(' ')}`),
    text: (piece) => {
      text += piece
    },
    close: (name) => say(`close ${name}`),
  })
  return events
}

async function* pieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    if (cut > from) yield bytes.subarray(from, cut)
    from = Math.max(from, cut)
  }
  yield bytes.subarray(from)
}

const inside = fc.constantFrom(
  '<a>',
  '</a>',
  '<a/>',
  '<b a="1"/>',
  "<a b='>'></a>",
  '<row r="5" a="x&amp;y"/>',
  'text',
  ' ',
  '\r\n',
  '&lt;',
  '&#65;',
  '&#x1F48A;',
  '&nbsp;',
  '<!--<a>-->',
  '<![CDATA[<a>&amp;]]>',
  '<?pi <a> ?>',
  'ä',
  '💊',
)

describe('readXml', () => {
  it('gives the same however the bytes are cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(inside, { maxLength: 14 }), fc.array(fc.nat({ max: 120 }), { maxLength: 8 }), async (parts, cuts) => {
        const xml = `<r>${parts.join('')}</r>`
        const whole = await eventsOf(xml).catch(() => null)
        expect(await eventsOf(xml, cuts).catch(() => null)).toEqual(whole)
      }),
      { numRuns: portion(500) },
    )
  })

  it('gives tags, texts and attributes, without prefixes', async () => {
    expect(await eventsOf('<x:a xmlns:x="u" x:r="1" rr="2">t&amp;<x:b a="&lt;"/><![CDATA[<c>]]></x:a>')).toEqual([
      'open a - - 1',
      'text t&',
      'open b < - -',
      'close b',
      'text <c>',
      'close a',
    ])
  })

  it('keeps characters that XML forbids', async () => {
    expect(await eventsOf('<a>\u0001&#1;\u{1F48A}</a>')).toEqual(['open a - - -', 'text \u0001&#1;\u{1F48A}', 'close a'])
  })

  it.each([
    ['tags that do not fit', '<a><b></a></b>'],
    ['a tag that is never closed', '<a><b></b>'],
    ['a closing tag too many', '<a></a></a>'],
    ['two roots', '<a/><b/>'],
    ['no root', '  <!-- nothing -->'],
    ['text around the root', '<a/>text'],
    ['an end inside a tag', '<a><b c="'],
    ['an end inside a comment', '<a/><!-- '],
    ['an attribute without a value', '<a b></a>'],
    ['an attribute without quotation marks', '<a b=1></a>'],
    ['a tag in an attribute', '<a b="<c>"/>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a lone ampersand', '<a>a & b</a>'],
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['a name that is none', '<1a/>'],
    ['very deep tags', '<a>'.repeat(300) + '</a>'.repeat(300)],
  ])('refuses %s', async (_, xml) => {
    await expect(eventsOf(xml)).rejects.toMatchObject({ code: 'file.unreadable' })
    await expect(
      eventsOf(
        xml,
        Array.from({ length: 40 }, (_, at) => at),
      ),
    ).rejects.toMatchObject({ code: 'file.unreadable' })
  })
})
