import { columnOf, sheetColumns } from './cell-place.ts'
import { styleOf } from './cell-styles.ts'
import { damagedWorkbook } from '../damaged-workbook.ts'
import { unescaped } from './escaped-text.ts'
import type { NumberFormat } from './number-format.ts'
import { isoDateText, numberText } from './number-text.ts'
import { isOn, type XmlAttributes } from '../xml-events.ts'

/** What the cells of a workbook refer to. */
export interface CellContext {
  texts: { get(index: number): string | undefined }
  styles: readonly NumberFormat[]
  is1904: boolean
}

/** The cell whose XML is being read. One object serves all cells of a sheet. */
export class OpenCell {
  column = -1
  hasFormula = false
  private type = ''
  private style: string | undefined
  private value = ''
  private inline = ''
  private hasValue = false
  /** How many readings of East Asian names are open: their text is no part of the cell's. */
  private phonetic = 0
  /** Where text goes: to the value, to the inline text, or nowhere. */
  private target: 'value' | 'inline' | null = null
  private readonly context: CellContext

  constructor(context: CellContext) {
    this.context = context
  }

  openRow(): void {
    this.column = -1
  }

  /** A cell that does not say where it stands follows the one before. Throws `file.unreadable` beyond a sheet's last column. */
  begin(attributes: XmlAttributes): void {
    const reference = attributes.get('r')
    const stated = reference === undefined ? -1 : columnOf(reference)
    this.column = stated === -1 ? this.column + 1 : stated
    if (this.column >= sheetColumns) throw damagedWorkbook('column')
    this.type = attributes.get('t') ?? 'n'
    this.style = attributes.get('s')
    this.value = ''
    this.inline = ''
    this.hasFormula = false
    this.hasValue = false
    this.phonetic = 0
    this.target = null
  }

  openElement(name: string): void {
    if (name === 'v') {
      this.hasValue = true
      this.target = 'value'
    } else if (name === 'f') this.hasFormula = true
    else if (name === 't') this.target = this.phonetic === 0 ? 'inline' : null
    else if (name === 'rPh') this.phonetic++
    else if (name === 'c' || name === 'row') throw damagedWorkbook(`${name} in a cell`)
  }

  addText(text: string): void {
    if (this.target === 'value') this.value += text
    else if (this.target === 'inline') this.inline += text
  }

  closeElement(name: string): void {
    if (name === 'v' || name === 't') this.target = null
    else if (name === 'rPh') this.phonetic--
  }

  isError(): boolean {
    return this.type === 'e'
  }

  /** Whether the file lacks a formula's result. A text may be empty as a result; a number may not, though some programs write one. */
  lacksResult(): boolean {
    return this.hasFormula && (!this.hasValue || (this.value === '' && this.type !== 'str'))
  }

  /** How a number or a date is shown; null of a text. */
  numberFormat(): NumberFormat | null {
    return this.type === 'd' || this.type === 'n' ? this.format() : null
  }

  /** What the cell shows. Throws `file.unreadable` where it names a shared text that there is not. */
  text(): string {
    const { value, inline } = this
    switch (this.type) {
      case 's':
        return this.sharedText()
      case 'inlineStr':
        return unescaped(inline === '' ? value : inline)
      case 'str':
        return unescaped(value)
      case 'b':
        return value.trim() === '' ? '' : isOn(value.trim()) ? 'TRUE' : 'FALSE'
      case 'e':
        return value
      case 'd':
        return isoDateText(value, this.format())
      default:
        // Some programs give no type to texts that stand in the cell itself.
        if (inline !== '') return unescaped(inline)
        return value === '' ? '' : numberText(value, this.format(), this.context.is1904)
    }
  }

  private sharedText(): string {
    if (this.value.trim() === '') return ''
    const text = this.context.texts.get(Number(this.value))
    if (text === undefined) throw damagedWorkbook('no such shared text')
    return text
  }

  private format(): NumberFormat {
    return styleOf(this.context.styles, this.style)
  }
}
