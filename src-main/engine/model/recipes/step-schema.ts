import { z } from 'zod'

export const letterCases = ['upper', 'lower', 'title', 'sentence'] as const
export type LetterCase = (typeof letterCases)[number]

export const monthLanguages = ['en', 'de', 'fr', 'es'] as const
const text = z.string().max(1000)

/** One change of a text, made before the text is understood. */
export const textStepSchema = z.discriminatedUnion('do', [
  z
    .strictObject({ do: z.literal('trim') })
    .describe('Spaces at both ends go, and every run of spaces and line ends inside becomes one space'),
  z
    .strictObject({
      do: z.literal('case'),
      to: z
        .enum(letterCases)
        .describe(
          '"title" is for names: "MCDONALD" becomes McDonald, "o\'brien" O\'Brien, "ludwig VAN beethoven" Ludwig van Beethoven; words in mixed case stay as they are',
        ),
      language: z
        .string()
        .regex(/^[a-z]{2}$/, 'must be two small letters, such as "tr"')
        .describe('Whose letters: "tr" makes a dotless ı of I')
        .optional(),
    })
    .describe('Capital and small letters'),
  z
    .strictObject({
      do: z.literal('replace'),
      find: text.describe('"" together with "whole" stands for a blank text'),
      with: text.describe('With "pattern", $1 to $9 stand for what its groups found, $& for everything found, $$ for a dollar sign'),
      matchCase: z.boolean().describe('Only where capital and small letters are the same; false unless said otherwise').optional(),
      whole: z.boolean().describe('Only where it is the whole text').optional(),
      pattern: z
        .boolean()
        .describe(
          '"find" is a regular expression: letters, ., [a-z], \\d \\w \\s \\p{L}, ^ $ \\b, groups, |, * + ? {2,3}. Looking around and back references are refused, so that no text can take long',
        )
        .optional(),
    })
    .describe('Finds a text and puts another in its place, wherever it is found'),
  z
    .strictObject({
      do: z.literal('split'),
      at: text.min(1).describe('Where the text is cut; a space stands for any run of spaces'),
      take: z
        .int()
        .refine((take) => take !== 0, 'must not be 0: the first piece is 1, the last -1')
        .describe('Which piece: 1 is the first, -1 the last. One that there is not is blank'),
      rest: z.boolean().describe('That piece and all behind it').optional(),
    })
    .describe('Cuts the text and takes one piece'),
  z.strictObject({ do: z.literal('digits') }).describe('Only the digits stay'),
  z
    .strictObject({
      do: z.literal('date'),
      from: text
        .min(1)
        .describe(
          'How the dates are written: "auto" (the usual ways; the order of day and month is found from the values), "dayFirst", "monthFirst", "excel" (numbers such as 45363), "unix" (seconds or milliseconds), ' +
            'or a format such as DD.MM.YYYY or D MMM YY HH:mm; words go in [brackets]. "auto" unless said otherwise',
        )
        .optional(),
      to: text
        .min(1)
        .describe(
          'How they are to be written, such as DD/MM/YYYY. YYYY-MM-DD unless said otherwise, with HH:mm where the text has a time of day',
        )
        .optional(),
      language: z.enum(monthLanguages).describe('Of written months (MMM, MMMM); English unless said otherwise').optional(),
    })
    .describe('Writes dates in one way. A date that cannot be read, or could mean two days, is an issue of its row'),
  z.strictObject({ do: z.literal('prefix'), text: text.min(1) }).describe('Puts a text in front of one that is not blank'),
  z.strictObject({ do: z.literal('suffix'), text: text.min(1) }).describe('Puts a text behind one that is not blank'),
])
export type TextStep = z.infer<typeof textStepSchema>

export const textStepsSchema = z.array(textStepSchema).min(1).max(20)
