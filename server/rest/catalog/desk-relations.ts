import { columns, defaults, NEW_ID, NOW, type Relation } from '#server/rest/catalog/catalog-entry.ts'

/** The publication itself: its settings, people and mails. */
export const DESK_RELATIONS: Relation[] = [
  {
    name: 'audit_log',
    columns: columns({
      id: 'bigint',
      happened_at: 'timestamptz',
      actor: 'uuid',
      action: 'text',
      subject_id: 'uuid',
      reason: 'text',
      details: 'jsonb',
    }),
    key: ['id'],
    defaults: defaults({ happened_at: NOW, details: "'{}'::jsonb" }),
  },
  {
    name: 'settings',
    columns: columns({ key: 'text', value: 'jsonb', updated_at: 'timestamptz', updated_by: 'uuid' }),
    key: ['key'],
    defaults: defaults({ updated_at: NOW }),
  },
  {
    name: 'user_roles',
    columns: columns({ id: 'uuid', user_id: 'uuid', role: 'text', created_at: 'timestamptz' }),
    key: ['id'],
    defaults: defaults({ id: NEW_ID, created_at: NOW }),
  },
  {
    name: 'outbox_mails',
    columns: columns({
      id: 'bigint',
      created_at: 'timestamptz',
      message_id: 'text',
      sender: 'text',
      recipient: 'text',
      subject: 'text',
      body_text: 'text',
      body_html: 'text',
      headers: 'jsonb',
    }),
    key: ['id'],
    defaults: defaults({ created_at: NOW, headers: "'{}'::jsonb" }),
  },
  {
    name: 'mail_deliveries',
    columns: columns({
      id: 'uuid',
      kind: 'text',
      recipient: 'text',
      subject: 'text',
      status: 'text',
      attempts: 'integer',
      last_error: 'text',
      message_id: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      sent_at: 'timestamptz',
    }),
    key: ['id'],
    defaults: defaults({ attempts: '0', created_at: NOW, updated_at: NOW }),
  },
]
