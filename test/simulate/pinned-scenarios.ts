import type { Scenario } from './seed/scenario.ts'

/** A scenario that once broke a promise, as small as it could be made. */
export interface PinnedScenario {
  /** What went wrong. */
  found: string
  scenario: Scenario
}

/** A customer of whom nothing is special, with one post. */
const somebody = (phone: string): Scenario['customers'][number] => ({
  phone,
  name: 'Ada',
  notes: null,
  tags: [],
  customFields: {},
  archived: false,
  blocked: false,
  consent: null,
  posts: ['Hello'],
})

export const pinnedScenarios: readonly PinnedScenario[] = [
  {
    found:
      'the first message of the file had to wait for its contact, left after another one that got lost, and still vouched for when the run began',
    scenario: {
      seed: 1,
      features: [],
      customers: [somebody('+14155552000'), somebody('+14155552001')],
      traits: {
        readLagMs: 0,
        reordersLists: false,
        altersTexts: 'never',
        update: 'exact',
        consent: 'exact',
        import: 'exact',
        resolve: 'exact',
        create: 'exact',
        texts: 'never',
        groupTexts: 'none',
        asks: 'exact',
        undoEchoes: 0,
      },
      files: [
        { kind: 'contacts', rows: [{ phone: '+14155552000', contact: { name: 'Berg' } }] },
        {
          kind: 'messages',
          rows: [
            { phone: '+14155552000', message: { body: 'first in the file', attachments: [], sentAtSeconds: null } },
            { phone: '+14155552001', message: { body: 'leaves before it', attachments: [], sentAtSeconds: null } },
          ],
        },
      ],
      isRaced: false,
      concurrency: 2,
      faults: [
        { on: 'write', nth: 0, how: { kind: 'dropped', effect: 'before', isTimeout: false } },
        { on: 'write', nth: 2, how: { kind: 'dropped', effect: 'before', isTimeout: false } },
        { on: 'read', nth: 4, how: { kind: 'dropped', effect: 'never', isTimeout: true } },
        { on: 'read', nth: 5, how: { kind: 'dropped', effect: 'never', isTimeout: false } },
        { on: 'read', nth: 6, how: { kind: 'dropped', effect: 'never', isTimeout: true } },
        { on: 'read', nth: 7, how: { kind: 'dropped', effect: 'never', isTimeout: false } },
        { on: 'read', nth: 8, how: { kind: 'dropped', effect: 'never', isTimeout: true } },
      ],
      crashes: [],
      deeds: [],
      lookup: 'always',
      isCreatedMeanwhile: false,
      isUndone: false,
      isRunAgain: false,
    },
  },
  {
    found: 'the first message of the file arrived late, after another one that got lost, and still vouched for when the run began',
    scenario: {
      seed: 1,
      features: [],
      customers: [somebody('+14155552000'), somebody('+14155552001')],
      traits: {
        readLagMs: 0,
        reordersLists: false,
        altersTexts: 'never',
        update: 'exact',
        consent: 'exact',
        import: 'exact',
        resolve: 'exact',
        create: 'exact',
        texts: 'never',
        groupTexts: 'none',
        asks: 'exact',
        undoEchoes: 0,
      },
      files: [
        {
          kind: 'messages',
          rows: [
            { phone: '+14155552000', message: { body: 'arrives last', attachments: [], sentAtSeconds: null } },
            { phone: '+14155552001', message: { body: 'arrives before it', attachments: [], sentAtSeconds: null } },
          ],
        },
      ],
      isRaced: false,
      concurrency: 2,
      faults: [
        { on: 'write', nth: 0, how: { kind: 'dropped', effect: { lateMs: 50000 }, isTimeout: false } },
        { on: 'write', nth: 1, how: { kind: 'dropped', effect: { lateMs: 47000 }, isTimeout: false } },
      ],
      crashes: [],
      deeds: [],
      lookup: 'always',
      isCreatedMeanwhile: false,
      isUndone: false,
      isRunAgain: false,
    },
  },
  {
    found: 'a pause counts as having looked up the first call, which the service had stored at another contact',
    scenario: {
      seed: 660,
      features: ['lateEffects', 'effectsBehindRefusals', 'lateReads', 'alteredTexts', 'sideEffects'],
      customers: [
        {
          phone: '+14155552007',
          name: null,
          notes: 'called in 2020',
          tags: ['spring_list'],
          customFields: {},
          archived: false,
          blocked: false,
          consent: null,
          posts: [],
        },
        {
          phone: '+14155552008',
          name: 'Ada',
          notes: null,
          tags: [],
          customFields: { 'field-plan': 'Eng' },
          archived: false,
          blocked: true,
          consent: true,
          posts: ['message 1 of file 0', 'message 1 of file 0'],
        },
      ],
      traits: {
        readLagMs: 0,
        reordersLists: false,
        altersTexts: 'never',
        update: 'storesElsewhere',
        consent: 'exact',
        import: 'exact',
        resolve: 'exact',
        create: 'exact',
        texts: 'never',
        groupTexts: 'none',
        asks: 'exact',
        undoEchoes: 0,
      },
      files: [
        {
          kind: 'contacts',
          rows: [
            {
              phone: '+14155552008',
              contact: {
                name: 'Berg 41',
                tags: { handling: 'replace', tags: ['vip'] },
                customFields: { 'field-city': "O'Neil & Sons 23" },
              },
            },
          ],
        },
      ],
      isRaced: false,
      concurrency: 1,
      faults: [],
      crashes: [],
      deeds: [{ afterMs: 831, what: 'pause', forMs: 72151 }],
      lookup: 'missing',
      isCreatedMeanwhile: false,
      isUndone: false,
      isRunAgain: false,
    },
  },
  {
    found:
      'a contact was unblocked by an import, the run was paused while that was looked into, and canceled: its row read as if nothing had happened',
    scenario: {
      seed: 179,
      features: ['lateEffects', 'effectsBehindRefusals', 'lateReads', 'alteredTexts', 'sideEffects'],
      customers: [
        {
          phone: '+14155552002',
          name: 'Cole',
          notes: null,
          tags: [],
          customFields: {},
          archived: false,
          blocked: true,
          consent: false,
          posts: ['message 1 of file 0'],
        },
      ],
      traits: {
        readLagMs: 0,
        reordersLists: false,
        altersTexts: 'never',
        update: 'exact',
        consent: 'exact',
        import: 'unblocks',
        resolve: 'exact',
        create: 'exact',
        texts: 'never',
        groupTexts: 'none',
        asks: 'exact',
        undoEchoes: 0,
      },
      files: [
        {
          kind: 'messages',
          rows: [
            {
              phone: '+14155552006',
              message: {
                body: 'message 1 of file 0',
                attachments: [],
                sentAtSeconds: null,
              },
            },
            {
              phone: '+14155552002',
              message: {
                body: 'message 2 of file 0',
                attachments: [],
                sentAtSeconds: null,
              },
            },
          ],
        },
      ],
      isRaced: false,
      concurrency: 1,
      faults: [],
      crashes: [],
      deeds: [
        {
          afterMs: 1319,
          what: 'cancelPaused',
          forMs: 57820,
        },
      ],
      isRunAgain: false,
      lookup: 'missing',
      isCreatedMeanwhile: false,
      isUndone: false,
    },
  },
  {
    found: 'somebody was asked for consent twice: the answer was lost, and this service never shows its questions in conversations',
    scenario: {
      seed: 311,
      features: ['unshownQuestions'],
      customers: [somebody('+14155552005')],
      traits: {
        readLagMs: 0,
        reordersLists: false,
        altersTexts: 'never',
        update: 'exact',
        consent: 'exact',
        import: 'exact',
        resolve: 'exact',
        create: 'exact',
        texts: 'never',
        groupTexts: 'none',
        asks: 'unshown',
        undoEchoes: 0,
      },
      files: [{ kind: 'requestConsent', rows: [{ phone: '+14155552005' }] }],
      isRaced: false,
      concurrency: 1,
      faults: [{ on: 'write', nth: 0, how: { kind: 'garbled', text: '<html>Oops</html>' } }],
      crashes: [],
      deeds: [],
      isRunAgain: false,
      lookup: 'always',
      isCreatedMeanwhile: false,
      isUndone: false,
    },
  },
  {
    found:
      'the program ended while the first consent was looked up, and the second one, which the service did not store, was not looked up after it',
    scenario: {
      seed: 1928,
      features: ['lateEffects', 'effectsBehindRefusals', 'lateReads', 'alteredTexts', 'sideEffects'],
      customers: [],
      traits: {
        readLagMs: 0,
        reordersLists: false,
        altersTexts: 'never',
        update: 'exact',
        consent: 'onlyFirst',
        import: 'exact',
        resolve: 'exact',
        create: 'exact',
        texts: 'never',
        groupTexts: 'none',
        asks: 'exact',
        undoEchoes: 0,
      },
      files: [
        {
          kind: 'contacts',
          rows: [
            {
              phone: '+14155552001',
              contact: { name: "O'Neil & Sons 26", notes: 'note 76', customFields: { 'field-plan': 'Dunn 17' } },
              consent: false,
            },
            { phone: '+14155552002', contact: {}, consent: false },
          ],
        },
      ],
      isRaced: false,
      concurrency: 1,
      faults: [],
      crashes: [{ program: 'first', kind: 'kill', at: { statement: 163 }, surviving: 0 }],
      deeds: [],
      isRunAgain: false,
      lookup: 'missing',
      isCreatedMeanwhile: false,
      isUndone: false,
    },
  },
]
