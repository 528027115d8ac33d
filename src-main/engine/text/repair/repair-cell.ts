import type { Repair } from '../../model/files/correction-schema.ts'
import { withoutInvisible } from './invisible.ts'
import { withLostZero } from './lost-zero.ts'
import { repairMojibake } from './mojibake.ts'
import { repairScientific } from './scientific-number.ts'
import { repairSerialDate } from './date-serial.ts'

/**
 * A cell without the damage, or the text as it is where there is none. Repairing twice is repairing once. `country`
 * (ISO 3166-1) is for phone numbers: `lost_zero` without one repairs postal codes of five digits.
 */
export function repairCell(repair: Repair, text: string, options: { country?: string | undefined } = {}): string {
  switch (repair) {
    case 'mojibake':
      return repairMojibake(text)
    case 'invisible':
      return withoutInvisible(text)
    case 'scientific_phone':
      return repairScientific(text, options.country)
    case 'lost_zero':
      return withLostZero(text, options.country)
    case 'serial_date':
      return repairSerialDate(text)
  }
}
