import type { Mend } from '../../model/edit-schema.ts'
import { withoutInvisible } from './invisible.ts'
import { withLostZero } from './lost-zero.ts'
import { mendMojibake } from './mojibake.ts'
import { mendScientific } from './scientific-number.ts'
import { mendSerialDate } from './date-serial.ts'

/**
 * A cell without the damage, or the text as it is where there is none to mend. Mending twice is mending once. `country`
 * (ISO 3166-1) is for phone numbers: `lost_zero` without one mends postal codes of five digits.
 */
export function mendCell(mend: Mend, text: string, options: { country?: string | undefined } = {}): string {
  switch (mend) {
    case 'mojibake':
      return mendMojibake(text)
    case 'invisible':
      return withoutInvisible(text)
    case 'scientific_phone':
      return mendScientific(text, options.country)
    case 'lost_zero':
      return withLostZero(text, options.country)
    case 'serial_date':
      return mendSerialDate(text)
  }
}
