import { expect, it } from 'vitest'
import { fieldsWithRoom, widthOf } from '../../../../src-renderer/wizard/review/fields-with-room.ts'

const fields = ['name', 'email', 'notes', 'tags', 'blocked', 'consent'].map((field) => ({ field }))
const shown = (room: number) => fieldsWithRoom(fields, room).map(({ field }) => field)
const roomFor = (...names: string[]) => names.reduce((sum, field) => sum + widthOf(field), 0)

it('shows all fields where all have room', () => {
  expect(shown(roomFor(...fields.map(({ field }) => field)))).toEqual(fields.map(({ field }) => field))
})

it('never narrows a column below what its values need, and takes a narrower one into the room that is left', () => {
  expect(shown(roomFor('name', 'email', 'consent'))).toEqual(['name', 'email', 'consent'])
  expect(shown(roomFor('name', 'email') + widthOf('consent') - 1)).toEqual(['name', 'email'])
})

it('leaves out flags before tags, and tags before all others', () => {
  expect(shown(roomFor('name', 'email', 'notes', 'consent', 'tags'))).toEqual(['name', 'email', 'notes', 'tags', 'consent'])
  expect(shown(roomFor('name', 'email', 'notes', 'consent'))).toEqual(['name', 'email', 'notes', 'consent'])
})

it('shows one field, however little room there is', () => {
  expect(shown(10)).toEqual(['name'])
})
