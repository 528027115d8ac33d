export interface SeedCustomField {
  uuid: string
  name: string
  data_type: 'string' | 'link'
}

export interface SeedGroup {
  uuid: string
  name: string
  phone_number: string | null
  is_sms_group: boolean
}

export interface SeedAgent {
  uuid: string
  name: string
  username: string
  email: string
  avatar_url: string | null
  on_call: boolean
  permission_level: string
  group_uuids: string[]
}

export interface SeedDisposition {
  uuid: string
  name: string
}

export const customFieldUuids = {
  accountId: '6f1f7a50-0000-4000-8000-00000000f001',
  plan: '6f1f7a50-0000-4000-8000-00000000f002',
  customerSince: '6f1f7a50-0000-4000-8000-00000000f003',
  profilePage: '6f1f7a50-0000-4000-8000-00000000f004',
} as const

export const groupUuids = {
  frontDesk: '6f1f7a50-0000-4000-8000-00000000a001',
  billing: '6f1f7a50-0000-4000-8000-00000000a002',
  groupTexts: '6f1f7a50-0000-4000-8000-00000000a003',
} as const

/** The custom address-book fields of the practice account, of both types. */
export function seedCustomFields(): SeedCustomField[] {
  return [
    { uuid: customFieldUuids.accountId, name: 'Account ID', data_type: 'string' },
    { uuid: customFieldUuids.plan, name: 'Plan', data_type: 'string' },
    { uuid: customFieldUuids.customerSince, name: 'Customer since', data_type: 'string' },
    { uuid: customFieldUuids.profilePage, name: 'Profile page', data_type: 'link' },
  ]
}

/** The departments, the default one first; the last is for group messaging. */
export function seedGroups(): SeedGroup[] {
  return [
    { uuid: groupUuids.frontDesk, name: 'Front Desk', phone_number: '(212) 555-0100', is_sms_group: false },
    { uuid: groupUuids.billing, name: 'Billing', phone_number: '+12125550101', is_sms_group: false },
    { uuid: groupUuids.groupTexts, name: 'Group Texts', phone_number: '(212) 555-0102', is_sms_group: true },
  ]
}

/** The agents, the one who signs in first. */
export function seedAgents(): SeedAgent[] {
  const all = Object.values(groupUuids)
  const agent = (n: number, name: string, username: string, level: string, group_uuids: string[]): SeedAgent => ({
    uuid: `6f1f7a50-0000-4000-8000-00000000b00${n}`,
    name,
    username,
    email: `${username}@practice.example`,
    avatar_url: null,
    on_call: n === 1,
    permission_level: level,
    group_uuids,
  })
  return [
    agent(1, 'Pat Practice', 'pat', 'admin', all),
    agent(2, 'Renée Dubois', 'renee', 'agent', [groupUuids.frontDesk]),
    agent(3, '山田 太郎', 'taro', 'agent', [groupUuids.frontDesk, groupUuids.billing]),
  ]
}

/** The dispositions that a conversation can be resolved with. */
export function seedDispositions(): SeedDisposition[] {
  return [
    { uuid: '6f1f7a50-0000-4000-8000-00000000d001', name: 'Answered' },
    { uuid: '6f1f7a50-0000-4000-8000-00000000d002', name: 'No reply needed' },
  ]
}
