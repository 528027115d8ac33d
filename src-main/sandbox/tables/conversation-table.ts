import type { Database } from 'better-sqlite3'
import type { RowHistory } from './row-history.ts'
import type { Attachment, ConversationRow, PostKind, PostRow } from './rows.ts'

export interface NewPost {
  kind: PostKind
  body: string | null
  attachments: Attachment[]
  createdAtSeconds: number
  creatorType: 'customer' | 'system' | 'user'
  marksResolved: boolean
  /** The text that the client sent, where another one is stored. */
  askedBody?: string | undefined
}

export interface PostBounds {
  /** Only posts after this id. */
  after: number
  /** Only posts before this id. */
  before: number
}

export interface ConversationTable {
  byUuid(uuid: string): ConversationRow | undefined
  /** The conversation of one contact in one department, made when there is none. */
  ofCustomer(customerId: number, groupId: number): ConversationRow
  findOfCustomer(customerId: number, groupId: number): ConversationRow | undefined
  /** The conversation of a group of contacts, made when there is none. */
  ofParticipants(customerIds: readonly number[], groupId: number): ConversationRow
  /** The dashboard of a department: latest activity first, without blocked and archived contacts. */
  list(groupId: number, page: number, pageSize: number): ConversationRow[]
  setResolved(id: number, resolved: boolean): void
  addPost(conversation: ConversationRow, post: NewPost): PostRow
  /** Latest first. */
  posts(conversationId: number, bounds: PostBounds, page: number, pageSize: number): PostRow[]
  /** The position of a post of this conversation, for bounds. */
  postId(conversationId: number, postUuid: string): number | undefined
  /** Every post in the contact's own conversations, oldest first. */
  allPostsOf(customerId: number): PostRow[]
  /** How many posts of one kind with exactly this text the contact has. */
  countPosts(customerId: number, kind: PostKind, body: string): number
  /** What the client sent, where the service altered it. */
  askedBody(postId: number): string | undefined
  /** Everything of a contact that is gone. */
  removeOf(customerId: number): void
}

export function createConversationTable(
  db: Database,
  history: RowHistory,
  newUuid: (purpose: 'conversation' | 'post') => string,
): ConversationTable {
  const byUuid = db.prepare<[string], ConversationRow>(`SELECT * FROM conversations WHERE uuid = ?`)
  const byId = db.prepare<[number | bigint], ConversationRow>(`SELECT * FROM conversations WHERE id = ?`)
  const find = db.prepare<[number, number], ConversationRow>(
    `SELECT * FROM conversations WHERE customer_id = ? AND group_id = ? AND participants IS NULL`,
  )
  const findGroup = db.prepare<[number, string], ConversationRow>(`SELECT * FROM conversations WHERE group_id = ? AND participants = ?`)
  const insert = db.prepare(
    `INSERT INTO conversations (uuid, customer_id, group_id, participants, resolved, last_post_at) VALUES (?, ?, ?, ?, 0, 0)`,
  )
  const list = db.prepare<[number, number, number], ConversationRow>(
    `SELECT c.* FROM conversations c JOIN customers u ON u.id = c.customer_id
     WHERE c.group_id = ? AND u.blocked = 0 AND u.archived = 0 ORDER BY c.last_post_at DESC, c.id DESC LIMIT ? OFFSET ?`,
  )
  const setResolved = db.prepare(`UPDATE conversations SET resolved = ? WHERE id = ?`)
  const touch = db.prepare(`UPDATE conversations SET last_post_at = ? WHERE id = ?`)
  const hasPosts = db.prepare<[number], number>(`SELECT 1 FROM posts WHERE conversation_id = ? LIMIT 1`).pluck()
  const insertPost = db.prepare(
    `INSERT INTO posts (uuid, conversation_id, kind, body, attachments, created_at, creator_type, is_whisper, marked_as_resolved,
       first_post, message_type) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const posts = db.prepare<[number, number, number, number, number], PostRow>(
    `SELECT * FROM posts WHERE conversation_id = ? AND id > ? AND id < ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const postId = db.prepare<[string, number], number>(`SELECT id FROM posts WHERE uuid = ? AND conversation_id = ?`).pluck()
  const allPosts = db.prepare<[number], PostRow>(
    `SELECT p.* FROM conversations c JOIN posts p ON p.conversation_id = c.id WHERE c.customer_id = ? ORDER BY p.id`,
  )
  const countPosts = db
    .prepare<[number, string, string], number>(
      `SELECT count(*) FROM conversations c JOIN posts p ON p.conversation_id = c.id
       WHERE c.customer_id = ? AND p.kind = ? AND p.body = ?`,
    )
    .pluck()

  const removePosts = db.prepare(`DELETE FROM posts WHERE conversation_id IN (SELECT id FROM conversations WHERE customer_id = ?)`)
  const remove = db.prepare(`DELETE FROM conversations WHERE customer_id = ?`)
  const asked = new Map<number, string>()
  const noteChange = (id: number) => {
    if (history.isKept()) history.noteConversation(id, byId.get(id) ?? null)
  }

  const create = (customerId: number, groupId: number, participants: string | null): ConversationRow => {
    const row = byId.get(insert.run(newUuid('conversation'), customerId, groupId, participants).lastInsertRowid)
    if (!row) throw new Error('A conversation that was just written cannot be read.')
    history.noteConversation(row.id, null)
    return row
  }

  return {
    byUuid: (uuid) => byUuid.get(uuid),
    findOfCustomer: (customerId, groupId) => find.get(customerId, groupId),
    ofCustomer: (customerId, groupId) => find.get(customerId, groupId) ?? create(customerId, groupId, null),
    ofParticipants(customerIds, groupId) {
      const participants = JSON.stringify([...customerIds].sort((a, b) => a - b))
      return findGroup.get(groupId, participants) ?? create(customerIds[0] ?? 0, groupId, participants)
    },
    list: (groupId, page, pageSize) => list.all(groupId, pageSize, page * pageSize),
    setResolved(id, resolved) {
      noteChange(id)
      setResolved.run(resolved ? 1 : 0, id)
    },
    addPost(conversation, post) {
      const row = {
        uuid: newUuid('post'),
        conversation_id: conversation.id,
        kind: post.kind,
        body: post.body,
        attachments: JSON.stringify(post.attachments),
        created_at: post.createdAtSeconds,
        creator_type: post.creatorType,
        is_whisper: post.kind === 'whisper' ? 1 : 0,
        marked_as_resolved: post.marksResolved ? 1 : 0,
        first_post: hasPosts.get(conversation.id) === undefined ? 1 : 0,
        message_type: post.kind === 'whisper' || post.kind === 'resolve' ? null : 'SMS',
      } satisfies Omit<PostRow, 'id'>
      const id = Number(insertPost.run(Object.values(row)).lastInsertRowid)
      history.notePost(id)
      if (post.askedBody !== undefined && post.askedBody !== post.body) asked.set(id, post.askedBody)
      else asked.delete(id)
      touch.run(post.createdAtSeconds, conversation.id)
      return { id, ...row }
    },
    posts: (conversationId, bounds, page, pageSize) => posts.all(conversationId, bounds.after, bounds.before, pageSize, page * pageSize),
    postId: (conversationId, postUuid) => postId.get(postUuid, conversationId),
    allPostsOf: (customerId) => allPosts.all(customerId),
    countPosts: (customerId, kind, body) => countPosts.get(customerId, kind, body) ?? 0,
    askedBody: (postId) => asked.get(postId),
    removeOf(customerId) {
      removePosts.run(customerId)
      remove.run(customerId)
    },
  }
}
