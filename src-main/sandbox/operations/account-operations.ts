import type { Operation } from '../service-state.ts'

/** GET /api/address_book/custom_fields.json */
export const listCustomFields: Operation = (service) => ({ body: () => ({ fields: service.customFields }) })

/** GET /api/groups.json */
export const listGroups: Operation = (service) => ({ body: () => ({ groups: service.groups }) })

/** GET /api/users.json */
export const listUsers: Operation = (service) => ({ body: () => ({ users: service.agents }) })

/** GET /api/organization.json */
export const getOrganization: Operation = () => ({
  body: () => ({ organization: { uuid: '6f1f7a50-0000-4000-8000-00000000e001', name: 'Practice Office' } }),
})

/** GET /api/dispositions.json */
export const listDispositions: Operation = (service) => ({
  body: () => ({ dispositions: service.settings.dispositionsConfigured ? service.dispositions : [] }),
})
