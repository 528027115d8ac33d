import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { createXmlTokens, XmlError } from '../../../../src-main/engine/source/xlsx/xml-tokens.ts'

type Event = string

/** What a text consists of, or null when it is refused; cut into pieces at the places given. */
function tokensOf(xml: string, cuts: readonly number[] = []): Event[] | null {
  const events: Event[] = []
  const say = eventList(events)
  const tokens = createXmlTokens({ open: (name, attributes) => say.open(name, ['a', 'b', 'r'].map((key) => attributes.get(key) ?? null)), text: say.text, close: say.close })
  try {
    let from = 0
    for (const cut of [...cuts].sort((a, b) => a - b)) {
      tokens.push(xml.slice(from, Math.max(from, cut)))
      from = Math.max(from, cut)
    }
    tokens.push(xml.slice(from))
    tokens.end()
    return events
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return null
  }
}

/** The same by saxes. */
function oracle(xml: string): Event[] | null {
  const events: Event[] = []
  const say = eventList(events)
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  let isRefused = false
  parser.on('error', () => (isRefused = true))
  parser.on('doctype', () => (isRefused = true))
  let depth = 0
  parser.on('opentag', (tag) => {
    depth++
    say.open(tag.name, ['a', 'b', 'r'].map((key) => tag.attributes[key] ?? null))
  })
  parser.on('text', (text) => depth > 0 && say.text(text))
  parser.on('cdata', say.text)
  parser.on('closetag', (tag) => {
    depth--
    say.close(tag.name)
  })
  parser.write(xml).close()
  return isRefused ? null : events
}

function eventList(events: Event[]) {
  let text = ''
  const flush = () => {
    if (text !== '') events.push(`text ${text}`)
    text = ''
  }
  return {
    open: (name: string, values: (string | null)[]) => {
      flush()
      events.push(`open ${name} ${JSON.stringify(values)}`)
    },
    text: (piece: string) => void (text += piece),
    close: (name: string) => {
      flush()
      events.push(`close ${name}`)
    },
  }
}

const piece = fc.constantFrom('<a>', '</a>', '<b>', '</b>', '<a/>', '<b a="1"/>', "<a b='>'>", '<row r="5" a="x&amp;y">', '</row>', '</row >', 'text', ' ', '\n', '\r\n', '\r', '&lt;', '&#65;', '&#x1F48A;', '&', '&nbsp;', '<!-- c -->', '<!--<a>-->', '<![CDATA[<a>&amp;]]>', '<![CDATA[]]]]>', '<?pi <a> ?>', '<', '>', '"', '<a', '<a b=1>', '<a b>', '<a b="<">', '<!', '<!DOCTYPE a>', '<1/>', 'ä', '=', '/', '<a  b = "2" >')
const document = fc.tuple(fc.array(piece, { maxLength: 14 }), fc.boolean()).map(([pieces, isRooted]) => (isRooted ? `<r>${pieces.join('')}</r>` : pieces.join('')))

describe('createXmlTokens', () => {
  it('gives what saxes gives wherever saxes finds no fault, and refuses nothing that saxes takes', () => {
    let accepted = 0
    fc.assert(
      fc.property(document, (xml) => {
        const expected = oracle(xml)
        if (expected === null) return
        accepted++
        expect(tokensOf(xml)).toEqual(expected)
      }),
      { numRuns: 5_000 },
    )
    expect(accepted).toBeGreaterThan(200)
  })

  it('gives the same however the text is cut into pieces', () => {
    fc.assert(
      fc.property(document, fc.array(fc.nat({ max: 80 }), { maxLength: 8 }), (xml, cuts) => {
        expect(tokensOf(xml, cuts)).toEqual(tokensOf(xml))
      }),
      { numRuns: 2_000 },
    )
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
    ['attributes without a space', '<a b="1"c="2"/>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a lone ampersand', '<a>a & b</a>'],
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['a tag in an attribute that is looked at', '<a b="<c>"/>'],
    ['a name that is none', '<1a/>'],
    ['a longer closing name', '<a></ab>'],
    ['very deep tags', '<a>'.repeat(300) + '</a>'.repeat(300)],
    ['an endless tag', `<a b="${'x'.repeat(3_000_000)}`],
  ])('refuses %s', (_, xml) => {
    expect(tokensOf(xml)).toBeNull()
    const cuts = Array.from({ length: 40 }, (_, at) => at)
    expect(tokensOf(xml, cuts)).toBeNull()
  })

  it('keeps characters that XML forbids', () => {
    expect(tokensOf('<a>\u0001&#1;&#xFFFF;\u{1F48A}</a>')).toEqual(['open a [null,null,null]', 'text \u0001&#1;&#xFFFF;\u{1F48A}', 'close a'])
  })

  it('leaves prefixes out of names, and finds attributes with one', () => {
    expect(tokensOf('<x:a xmlns:x="u" x:r="1" rr="2"><x:b/></x:a>')).toEqual(['open a [null,null,"1"]', 'open b [null,null,null]', 'close b', 'close a'])
  })
})
