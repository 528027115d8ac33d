import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeCase } from '../../../../src-main/engine/mapping/steps/letter-case.ts'

const title = (text: string, language?: string) => changeCase(text, 'title', language)

describe('names', () => {
  test.each([
    ['JOHN SMITH', 'John Smith'],
    ['john smith', 'John Smith'],
    ["SINEAD O'BRIEN", "Sinead O'Brien"],
    ['sinead o’brien', 'Sinead O’Brien'],
    ["joe's diner", "Joe's Diner"],
    ['MCDONALD', 'McDonald'],
    ['McDONALD', 'McDonald'],
    ['McDonald', 'McDonald'],
    ['MACEY', 'Macey'],
    ['DeShawn LaToya', 'DeShawn LaToya'],
    ['ANNE-MARIE DUPONT', 'Anne-Marie Dupont'],
    ['ludwig VAN BEETHOVEN', 'Ludwig van Beethoven'],
    ['VAN DER BERG', 'Van der Berg'],
    ['MARIA DE LA CRUZ', 'Maria de la Cruz'],
    ['MARINE LE PEN', 'Marine Le Pen'],
    ['anna do', 'Anna Do'],
    ['j.r.r. tolkien', 'J.R.R. Tolkien'],
    ['HENRY VIII', 'Henry VIII'],
    ['john paul iii', 'John Paul III'],
    ['JÜRGEN GROẞ', 'Jürgen Groß'],
    ['straße', 'Straße'],
    ['s smith', 'S Smith'],
    ['𐐨𐐩', '𐐀𐐩'],
    ['ßab', 'Ssab'],
    ['élodie DÉSIRÉE', 'Élodie Désirée'],
    ['ΝΙΚΟΣ', 'Νικος'],
    ['(bob) "al" jones', '(Bob) "Al" Jones'],
    ['İBRAHİM IŞIK', 'İbrahim Işık'],
    ['ნინო', 'ნინო'],
    // A particle stands inside; behind a hyphen it is a name, and so is "le" but behind "de".
    ['ANNE-DE LA ROSA', 'Anne-De la Rosa'],
    ['LA CRUZ DE', 'La Cruz De'],
    ['ANNA LE DE', 'Anna Le De'],
    ['II JOHN', 'Ii John'],
    ['MCDonald', 'MCDonald'],
    ["JONES' T SHIRT", "Jones' T Shirt"],
    ["'s gravenhage", "'s Gravenhage"],
    ['ijsbrand', 'Ijsbrand'],
    ['', ''],
  ])('%j becomes %j', (written, becomes) => {
    expect(title(written)).toBe(becomes)
  })

  test('are written as their language does, where it is named', () => {
    expect(title('ISPARTA', 'tr')).toBe('Isparta')
    expect(title('KIRIM', 'tr')).toBe('Kırım')
    expect(changeCase('istanbul', 'upper', 'tr')).toBe('İSTANBUL')
    expect(title('ijsbrand', 'nl')).toBe('IJsbrand')
    expect(title('jan', 'nl')).toBe('Jan')
  })

  test('stay as they are once they are right', () => {
    const name = fc.array(fc.stringMatching(/^[a-zA-Zäéß'’.-]{1,8}$/), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    fc.assert(fc.property(name, (text) => void expect(title(title(text))).toBe(title(text))))
  })

  test('keep their letters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z '.-]{0,20}$/), (text) => void expect(title(text).toLowerCase()).toBe(text.toLowerCase())),
    )
  })
})

test('sentences begin with a capital letter', () => {
  expect(changeCase('“THE END” OF IT', 'sentence', undefined)).toBe('“The end” of it')
})

test('all letters are small, or all capital', () => {
  expect([changeCase('Anna', 'lower', undefined), changeCase('Anna', 'upper', undefined)]).toEqual(['anna', 'ANNA'])
})
