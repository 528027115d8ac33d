import { describe, expect, it } from 'vitest'
import { firstMessage, isOutboundText, usualHowToStop } from '../../../../src-main/engine/text/texting/first-message.ts'

const introduction = { business: 'Smile Dental', howToStop: usualHowToStop }
const first = (text: string) => firstMessage(text, introduction)

describe('the first message to a person', () => {
  it('names the business and says how to stop', () => {
    expect(first('We are closed on Friday.')).toBe('Smile Dental: We are closed on Friday. Reply STOP to stop.')
  })

  it('says neither twice', () => {
    expect(first('This is smile  DENTAL. We are closed.')).toBe('This is smile  DENTAL. We are closed. Reply STOP to stop.')
    expect(first('We are closed. Reply STOP to stop.')).toBe('Smile Dental: We are closed. Reply STOP to stop.')
    expect(first('Smile Dental: closed. Reply stop to stop')).toBe('Smile Dental: closed. Reply stop to stop')
    for (const words of ['Text STOP to 12345.', 'Reply "stop" to end.', 'Reply with STOP to opt out', 'Send the word STOP.'])
      expect(first(`Smile Dental: closed. ${words}`)).toBe(`Smile Dental: closed. ${words}`)
  })

  it('takes no other words for these', () => {
    expect(first('Smile Dentalcare is closed.')).toMatch(/^Smile Dental: Smile Dentalcare/)
    for (const words of ['Please stop by.', 'Text us, or stop in!', 'Reply, then stop.', 'Reply stop by Friday?'])
      expect(first(`Smile Dental: ${words}`)).toBe(`Smile Dental: ${words} Reply STOP to stop.`)
  })

  it('puts nothing right behind a link', () => {
    expect(first('Book at https://smile.example/a')).toBe('Smile Dental: Book at https://smile.example/a\nReply STOP to stop.')
  })

  it('is empty where there is nothing to say', () => {
    expect(first('  ')).toBe('  ')
  })
})

describe('an earlier text of the office', () => {
  const post = { creatorType: 'user', isWhisper: false, body: 'Hello' }

  it('is what somebody of the office has sent', () => {
    expect(isOutboundText(post)).toBe(true)
    expect(isOutboundText({ ...post, body: null, attachments: [{}] })).toBe(true)
  })

  it('is neither a note, nor empty, nor of anybody else', () => {
    expect(isOutboundText({ ...post, isWhisper: true })).toBe(false)
    expect(isOutboundText({ ...post, body: null })).toBe(false)
    expect(isOutboundText({ ...post, body: ' ', attachments: [] })).toBe(false)
    expect(isOutboundText({ ...post, creatorType: 'customer' })).toBe(false)
    expect(isOutboundText({ ...post, creatorType: 'system' })).toBe(false)
    expect(isOutboundText({ ...post, creatorType: null })).toBe(false)
  })
})
