import { describe, expect, test } from 'vitest'
import {
  directionHeader,
  directionReader,
  inboundWordIn,
  isDirectionColumn,
} from '../../../../src-main/engine/mapping/compile/direction-column.ts'
import { inboundWordFor, readDirection } from '../../../../src-main/engine/mapping/compile/direction-words.ts'

describe('a word for the direction', () => {
  test.each([
    'Inbound',
    ' incoming ',
    'INBOUND_SMS',
    'Incoming message',
    'Received',
    'in',
    'From customer',
    'Eingehend',
    'Empfangen',
    'Entrant',
    'Reçu',
    'Rec\u0327u',
    'Entrante',
    'Recibido',
    'Customer',
  ])('%s is inbound', (word) => expect(readDirection(word)?.direction).toBe('inbound'))

  test.each([
    'Outbound',
    'outbound-api',
    'outbound-reply',
    'Outgoing',
    'SENT',
    'out',
    'Ausgehend',
    'Gesendet',
    'Sortant',
    'Envoyé',
    'Saliente',
    'enviada',
    'Agent',
    'Draft',
  ])('%s is outbound', (word) => expect(readDirection(word)?.direction).toBe('outbound'))

  test.each([
    '',
    '1',
    'SMS',
    'Inbound/Outbound',
    'inbounded',
    'sent it to you yesterday',
    'opt out',
    'maybe',
    `outbound ${'x'.repeat(50)}`,
  ])('%j is neither', (word) => {
    expect(readDirection(word)).toBeNull()
  })

  test('is plain only where it says so in any column', () => {
    expect(readDirection('Outbound SMS')?.isPlain).toBe(true)
    expect(readDirection('Sent')?.isPlain).toBe(false)
  })
})

test.each([
  ['Outbound', 'Inbound'],
  ['Outgoing SMS', 'Incoming'],
  ['SENT', 'Received'],
  ['gesendet', 'Empfangen'],
  ['Sortant', 'Entrant'],
  ['Envoyé', 'Reçu'],
  ['Saliente', 'Entrante'],
  ['Staff', 'Inbound'],
])('where the office writes %s the contact writes %s', (outbound, inbound) => {
  expect(inboundWordFor(outbound)).toBe(inbound)
  expect(readDirection(inbound)?.direction).toBe('inbound')
})

test('headers say it, leave it to the values, or are about something else', () => {
  for (const header of [
    'Direction',
    'Message Direction',
    'message_direction',
    'Direction__c',
    'Richtung',
    'Sens',
    'Sens du message',
    'Dirección',
    'Sentido',
    'In/Out',
  ]) {
    expect(directionHeader(header)).toBe('clear')
  }
  for (const header of ['Type', 'Message Type', 'Typ', 'Tipo', 'From/To', 'Sender', 'Folder', 'Von/An', 'Sender type'])
    expect(directionHeader(header)).toBe('possible')
  for (const header of ['Directions to office', 'Status', 'Body', 'Sensitivity', 'Phone', 'To']) expect(directionHeader(header)).toBeNull()
})

test('a column that could tell the direction does so where its values leave no doubt', () => {
  expect(isDirectionColumn('Type', ['Received', 'Sent'])).toBe(true)
  expect(isDirectionColumn('Type', ['Sent'])).toBe(true)
  expect(isDirectionColumn('Type', ['Received', 'Sent', 'Voicemail'])).toBe(true)
  expect(isDirectionColumn('Type', ['Note', 'Outbound SMS'])).toBe(true)
  expect(isDirectionColumn('Type', ['SMS', 'MMS'])).toBe(false)
  expect(isDirectionColumn('Type', ['SMS', 'Sent'])).toBe(false)
  expect(isDirectionColumn('Type', ['', ' '])).toBe(false)
  expect(isDirectionColumn('From', ['+12025550123', '+12025550124'])).toBe(false)
  expect(isDirectionColumn('Direction', ['1', '2'])).toBe(true)
  expect(isDirectionColumn('Status', ['sent', 'received'])).toBe(false)
})

test('the word for what the contact wrote is that of the column: a figure of Android, a yes or no, or a word', () => {
  expect([inboundWordIn('Type', '2'), inboundWordIn('Message Type', ' 5 ')]).toEqual(['1', '1'])
  expect(inboundWordIn('Type', '7')).toBe(inboundWordIn('Direction', '7'))
  expect(inboundWordIn('Direction', '2')).toBe(inboundWordIn('Sender', '2'))
  expect([inboundWordIn('From me', 'Yes'), inboundWordIn('From me', 'true'), inboundWordIn('From me', '1')]).toEqual(['no', 'false', '0'])
  expect([inboundWordIn('From customer', 'No'), inboundWordIn('Incoming', 'false')]).toEqual(['yes', 'true'])
  expect([inboundWordIn('From me', 'Sent'), inboundWordIn('Direction', 'Sent')]).toEqual(['Received', 'Received'])
})

test('a flag that was ticked by hand is a yes, and a word in it says itself what it means', () => {
  const read = directionReader('From me', [])
  expect([read('x'), read('XX'), read('no'), read('inbound'), read('perhaps')].map((one) => one?.direction ?? null)).toEqual([
    ...['outbound', 'outbound', 'inbound', 'inbound', null],
  ])
  expect(directionReader('From customer', [])('x')?.direction).toBe('inbound')
})

test('letters tell the direction in a column that can be nothing else, both of a pair or i and o alone', () => {
  const read = (words: string[], cell: string, header = 'Direction') => directionReader(header, words)(cell)?.direction ?? null
  expect([read(['r', 's'], 'R'), read(['r', 's'], 'S'), read(['r', 's'], 'x')]).toEqual(['inbound', 'outbound', null])
  expect([read(['i'], 'i'), read(['o'], 'o')]).toEqual(['inbound', 'outbound'])
  expect([read(['s'], 's'), read(['e', 'x'], 'e'), read([], 'e')]).toEqual([null, null, null])
  expect(read(['r', 's'], 'r', 'Type')).toBeNull()
  // Where no letter was seen, one that comes later is not taken for one of a pair.
  expect([directionReader('Direction', [])('i'), directionReader('Direction', [])('o')]).toEqual([readDirection('i'), readDirection('o')])
})

test('a user is the other side than all others that a column of writers names, and nobody where it does not say so', () => {
  const user = (words: string[], header = 'Sender') => directionReader(header, words)('User')
  expect([user(['user', 'agent'])?.direction, user(['user', 'patient'])?.direction]).toEqual(['inbound', 'outbound'])
  expect([user(['user']), user(['user', 'Bob']), user(['user', 'agent', 'patient']), user(['user', 'agent'], 'Direction')]).toEqual(
    Array.from({ length: 4 }, () => readDirection('User')),
  )
})
