import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillTemplate, readTemplate, type TemplatePart, templateColumns } from '../../../../src-main/engine/mapping/templates/template.ts'

/** The template that reads as these parts. */
function written(parts: readonly TemplatePart[]): string {
  return parts.map((part) => ('text' in part ? part.text.replaceAll('{{', '{{{{') : `{{${part.column}}}`)).join('')
}

const braceText = fc.string({
  unit: fc.oneof(
    { arbitrary: fc.constantFrom('{', '}', ' '), weight: 3 },
    { arbitrary: fc.string({ minLength: 1, maxLength: 1 }), weight: 1 },
  ),
  minLength: 1,
})
const column = fc
  .string({ minLength: 1 })
  .map((name) => name.trim())
  .filter((name) => name !== '' && !name.startsWith('{') && !name.includes('}}') && !name.endsWith('}'))
const parts = fc
  .array(fc.oneof(fc.record({ text: braceText }), fc.record({ column })))
  // Neighbouring texts are one.
  .map((all) => all.filter((part, at) => 'column' in part || at === 0 || 'column' in (all[at - 1] ?? part)))

describe('a template', () => {
  test('is text and places of columns', () => {
    expect(readTemplate('[{{sentAt}}] {{ Message }}')).toEqual({
      parts: [{ text: '[' }, { column: 'sentAt' }, { text: '] ' }, { column: 'Message' }],
      fault: null,
    })
    expect(readTemplate('plain }} {text}')).toEqual({ parts: [{ text: 'plain }} {text}' }], fault: null })
  })

  test.each([
    ['{{{{A}}', [{ text: '{{A}}' }]],
    ['{{{A}}}', [{ text: '{' }, { column: 'A' }, { text: '}' }]],
    ['{{{{{{A}}', [{ text: '{{' }, { column: 'A' }]],
    ['{"a": {{A}}}', [{ text: '{"a": ' }, { column: 'A' }, { text: '}' }]],
    ['{{{{', [{ text: '{{' }]],
    ['{{A}}{{A}}', [{ column: 'A' }, { column: 'A' }]],
  ])('has four braces for two: %j', (template, expected) => {
    expect(readTemplate(template)).toEqual({ parts: expected, fault: null })
  })

  test.each([
    ['Dear {{Name', 'unclosed', 6],
    ['{{', 'unclosed', 1],
    ['{{Name}', 'unclosed', 1],
    ['a {{ }}', 'unnamed', 3],
    ['{{}}', 'unnamed', 1],
    ['{{{', 'unclosed', 2],
  ] as const)('%j is %s at character %i', (template, fault, at) => {
    expect(readTemplate(template)).toEqual({ parts: null, fault, at })
  })

  test('reads as the parts of which it was written, whatever braces are in its text', () => {
    fc.assert(
      fc.property(parts, (all) => {
        expect(readTemplate(written(all))).toEqual({ parts: all, fault: null })
      }),
      { numRuns: 500 },
    )
  })

  test('is filled with cells as they are, braces in them too', () => {
    fc.assert(
      fc.property(parts, fc.array(braceText, { minLength: 1 }), (all, cells) => {
        const cellOf = (name: string) => cells[name.length % cells.length] ?? ''
        expect(fillTemplate(all, cellOf)).toBe(all.map((part) => ('text' in part ? part.text : cellOf(part.column))).join(''))
      }),
    )
    expect(templateColumns([{ column: 'A' }, { text: 'x' }, { column: 'B' }, { column: 'A' }])).toEqual(['A', 'B'])
  })

  test('of a million braces is read at once', () => {
    expect(readTemplate('{'.repeat(1_000_000))).toEqual({ parts: [{ text: '{'.repeat(500_000) }], fault: null })
    expect(readTemplate('}'.repeat(1_000_000))).toEqual({ parts: [{ text: '}'.repeat(1_000_000) }], fault: null })
    expect(readTemplate('{{a}'.repeat(250_000))).toEqual({ parts: null, fault: 'unclosed', at: 1 })
    expect(readTemplate('{{a}}'.repeat(200_000)).parts).toHaveLength(200_000)
  })
})
