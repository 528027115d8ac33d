import { randomUUID } from 'node:crypto'
import { thisProcess } from '../../store/process-owner.ts'

/** A new name beside `target` for what is being made and is not whole yet. It tells who makes it, so that others know when nobody does. */
export function partPathOf(target: string): string {
  return `${target}.${Buffer.from(thisProcess).toString('base64url')}~${randomUUID()}.part`
}

/** Who makes such a file, as `computer:process`; null where its name does not tell. */
export function makerOfPart(name: string): string | null {
  const encoded = /\.([\w-]+)~[\w-]+(?:\.strings)?\.part$/.exec(name)?.[1]
  return encoded === undefined ? null : Buffer.from(encoded, 'base64url').toString()
}
