/**
 * A customer as the service told it, made regular (section Resources, Customer). A property that is absent was missing
 * from the service's record: unknown, which is not the same as null or empty.
 */
export interface CustomerRecord {
  uuid: string
  name?: string | null
  notes?: string | null
  /** As the service wrote it. */
  phoneRaw?: string | null
  /** E.164, when `phoneRaw` can be read as a number. */
  phone?: string | null
  archived?: boolean
  blocked?: boolean
  reachableBySms?: boolean
  /** In the service's order, spaces as underscores. */
  tags?: string[]
  /** By the custom field's uuid; null values are left out. */
  customFields?: Record<string, string>
  consent?: boolean | null
  /** The service does not show these two: known only where Rollcall wrote them itself. */
  email?: string | null
  unreachable?: boolean
}

/** PUT /api/customer/{uuid} (section Endpoints). Only what is present is sent. */
export interface CustomerUpdate {
  email?: string
  name?: string
  notes?: string
  /** Sent as one comma-separated text. */
  tags?: { handling: 'add' | 'remove' | 'replace'; tags: string[] }
  archived?: boolean
  blocked?: boolean
  unreachable?: boolean
  customFields?: Record<string, string>
}

/** POST /api/customers (not shown in the specification; the body that public clients send). */
export interface CustomerCreation {
  phone: string
  name?: string
  email?: string
  notes?: string
  tags?: string[]
  customFields?: Record<string, string>
}

export interface CustomFieldDefinition {
  uuid: string
  name: string
  /** `string` and `link` occur; others may. */
  dataType: string
}

/** What a conversation can be resolved with (section Endpoints, POST resolve). */
export interface Disposition {
  uuid: string
  name: string
}

export interface Department {
  uuid: string
  name: string
  phone: string | null
  isSmsGroup: boolean
}

/** A contact as read: the regular record, and as `extra` the properties that Rollcall does not know (null when none). */
export interface ReadCustomer {
  record: CustomerRecord
  extra: Record<string, unknown> | null
}
