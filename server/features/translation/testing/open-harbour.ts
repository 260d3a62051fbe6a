import { openTranslations } from '#server/features/translation/testing/open-translations.ts'

const CONTENT = `## The harbour

The **harbour** is [open](https://example.org/a) with \`code\`.

- 12 ships wait
- Nobody knows why

\`\`\`js
const code = 1
\`\`\`

![Two ships](/ships.png)
`
/** The text that the model server of `openTranslations` makes of it. */
export const GERMAN = `## de: The harbour

de: The **harbour** is [open](https://example.org/a) with \`code\`.

- de: 12 ships wait
- de: Nobody knows why

\`\`\`js
const code = 1
\`\`\`

![de: Two ships](/ships.png)
`

/** Translations of an article about a harbour, which has a heading, formatting, a link, a list, code and a picture. */
export async function openHarbour() {
  const world = await openTranslations()
  const { sql, addArticle } = world
  return {
    ...world,
    addHarbour: (more = {}) =>
      addArticle({
        title: 'The harbour opens',
        subtitle: 'At last',
        excerpt: 'Ships come.',
        content: CONTENT,
        ...more,
      }),
    /** Reads what is stored of how the translation of an original was made. */
    madeOf: async (id: string) =>
      (await sql`select * from public.article_translations where original_id = ${id}`)[0],
    edit: (id: string, from: string, to: string) =>
      sql`update public.articles set content = replace(content, ${from}, ${to}) where id = ${id}`,
  }
}
