import { columns, defaults, NOW, type Relation } from '#server/rest/catalog/catalog-entry.ts'

const MEDIA_FILE = {
  id: 'uuid',
  name: 'text',
  type: 'text',
  size: 'bigint',
  version: 'text',
  uploaded_at: 'timestamptz',
  updated_at: 'timestamptz',
  alts: 'jsonb',
  decorative: 'boolean',
  credit: 'text',
  licence: 'text',
  licence_url: 'text',
  focus_x: 'integer',
  focus_y: 'integer',
  words: 'text',
} as const

/** Pictures, and where they are shown. */
export const MEDIA_RELATIONS: Relation[] = [
  {
    name: 'media_files',
    columns: columns(MEDIA_FILE),
    key: ['id'],
    defaults: defaults({
      uploaded_at: NOW,
      updated_at: NOW,
      alts: "'{}'::jsonb",
      decorative: 'false',
      focus_x: '50',
      focus_y: '50',
    }),
  },
  {
    name: 'media_library',
    columns: columns({
      ...MEDIA_FILE,
      described: 'boolean',
      use: 'text',
      in_articles: 'integer',
      in_drafts: 'integer',
      in_trash: 'integer',
      in_revisions: 'integer',
      in_copies: 'integer',
    }),
    key: [],
    defaults: defaults({}),
  },
  {
    name: 'media_uses',
    columns: columns({ name: 'text', kind: 'text', source_id: 'uuid', article_id: 'uuid' }),
    key: ['name', 'kind', 'source_id'],
    defaults: defaults({}),
  },
]
