import type { Words } from './fault-words.ts'
import type { AnyCall } from '../../model/runs/service-call.ts'

export interface Refusal extends Words {
  code: string
}

export type Subject = AnyCall['kind'] | 'read'

const tell = 'What the service said is shown with the row.'

const refusedRead: Refusal = {
  code: 'service.refused',
  message: 'The service refused to answer this.',
  hint: 'Try again. If it stays like that, check the address of the service in the settings.',
}

const notFound: Readonly<Record<Subject, Words>> = {
  updateCustomer: {
    message: 'The service has no such contact any more.',
    hint: 'It may have been deleted or merged. Read the contacts again and plan the file once more.',
  },
  setConsent: {
    message: 'The service has no such contact.',
    hint: 'It may have been deleted or merged. Read the contacts again and plan the file once more.',
  },
  createCustomer: {
    message: 'The service does not offer to create contacts at this address.',
    hint: 'Create the contact in the service itself, then plan the file once more.',
  },
  importMessage: {
    message: 'The service does not know this phone number or department.',
    hint: 'Check the department in the mapping and the phone number of the row.',
  },
  writeWhisper: {
    message: 'The service does not know this phone number or department.',
    hint: 'Check the department in the mapping and the phone number of the row.',
  },
  resolveConversation: {
    message: 'The service has no such conversation any more.',
    hint: 'Look for it in the service; it may have been deleted or merged.',
  },
  sendToPhone: {
    message: 'The service does not know this phone number or department.',
    hint: 'Check the phone number and the department.',
  },
  sendToGroup: {
    message: 'The service does not know these phone numbers or this department.',
    hint: 'Check the phone numbers, and that the department is one for group messaging.',
  },
  sendToConversation: {
    message: 'The service has no such conversation any more.',
    hint: 'Look for it in the service; it may have been deleted or merged.',
  },
  requestConsent: {
    message: 'The service has no such contact, or does not offer to ask people for consent.',
    hint: 'Ask an administrator of the service whether it can send such requests. Nobody was asked.',
  },
  read: { message: 'The service has nothing at this address.', hint: 'Check the address of the service in the settings.' },
}

const forbidden: Readonly<Record<Subject, Words>> = {
  updateCustomer: {
    message: 'You are not allowed to change this contact.',
    hint: 'Ask an administrator of the service to let your role edit contacts.',
  },
  setConsent: {
    message: 'The service does not allow this account or your role to set consent.',
    hint: 'Ask an administrator: contact consent and API import must be on for the account, and your role needs the permission to set consent manually.',
  },
  createCustomer: {
    message: 'You are not allowed to create contacts.',
    hint: 'Ask an administrator of the service to let your role create contacts.',
  },
  importMessage: {
    message: 'You are not allowed to import messages here.',
    hint: 'Ask an administrator of the service for access to the department and to importing.',
  },
  writeWhisper: {
    message: 'You are not allowed to write whispers here.',
    hint: 'Ask an administrator of the service for access to the department.',
  },
  resolveConversation: {
    message: 'You are not allowed to resolve this conversation.',
    hint: 'Ask an administrator of the service for access to the department.',
  },
  sendToPhone: {
    message: 'You are not allowed to send messages here.',
    hint: 'Ask an administrator of the service for access to the department.',
  },
  sendToGroup: {
    message: 'You are not allowed to send group messages here.',
    hint: 'Ask an administrator of the service for access to the department for group messaging.',
  },
  sendToConversation: {
    message: 'You are not allowed to write to this conversation.',
    hint: 'Ask an administrator of the service for access to the department.',
  },
  requestConsent: {
    message: 'The service does not allow this account or your role to ask for consent.',
    hint: 'Ask an administrator: contact consent must be on for the account, and your role needs the permission.',
  },
  read: { message: 'You are not allowed to read this.', hint: 'Ask an administrator of the service to give your role access.' },
}

/** What a refusing status (3xx, 4xx, 501, 505) means for a call. */
export function refusalWords(subject: Subject, status: number): Refusal {
  if (status < 400) {
    return {
      code: 'service.refused',
      message: 'The service points to another address.',
      hint: 'Check the address of the service in the settings: it must be the one that answers itself.',
    }
  }
  switch (status) {
    case 402:
      return {
        code: 'service.forbidden',
        message: 'The plan of the account does not include this.',
        hint: 'Ask an administrator of the service about the plan of the account.',
      }
    case 403:
      return { code: 'service.forbidden', ...forbidden[subject] }
    case 404:
    case 410:
      return { code: 'service.not_found', ...notFound[subject] }
    case 405:
    case 501:
    case 505:
      return {
        code: 'service.refused',
        message: 'The service does not offer this at its address.',
        hint: 'Check the address of the service in the settings.',
      }
    case 409:
      if (subject === 'read') return refusedRead
      return {
        code: 'service.conflict',
        message: 'The service says that this conflicts with what it holds.',
        hint: `${tell} Read the contacts again and plan the file once more.`,
      }
    case 413:
    case 414:
    case 431:
      return { code: 'service.refused', message: 'The service says that this is too long.', hint: 'Shorten the longest text of the row.' }
    case 423:
      return { code: 'service.refused', message: 'The service has locked this record.', hint: 'Try the failed rows again later.' }
    case 400:
    case 422:
      if (subject === 'read') return refusedRead
      return {
        code: 'service.refused',
        message: 'The service does not accept a value of this row.',
        hint: `${tell} Fix the row and load the failed rows again.`,
      }
    default:
      return subject === 'read' ? refusedRead : { code: 'service.refused', message: 'The service refused this.', hint: tell }
  }
}
