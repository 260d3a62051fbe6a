import type { Settings } from '#core/domain/settings.ts'
import { DATA_NOTICE, oneLine } from '#server/features/mcp/frame.ts'
import type { Served } from '#server/features/mcp/serve.ts'

/** Of the tools, not of the site. */
const VERSION = '1.0.0'

/** What a client is told of this server. */
export function describePublication(
  { site_name, languages, categories }: Settings,
  siteUrl: string,
): Pick<Served, 'about' | 'instructions'> {
  const name = oneLine(site_name)
  return {
    about: { name: 'ai-watch', title: name, version: VERSION, websiteUrl: siteUrl },
    instructions: [
      `This is the publication ${JSON.stringify(name)} at ${siteUrl}, in the languages ${languages.join(', ')}, with the sections ${categories.map(({ slug }) => slug).join(', ')}.`,
      'Cite an article with its address.',
      DATA_NOTICE,
      'Nothing here publishes, approves or sends: with an access token a draft can be proposed, which a person of the publication looks at.',
    ].join(' '),
  }
}
