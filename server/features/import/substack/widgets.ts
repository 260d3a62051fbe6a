import type { HtmlOptions, StandIn } from '#server/features/import/html/html-to-markdown.ts'
import type { Attributes } from '#server/features/import/html/read-html.ts'
import { isObject, parseJson, textField } from '#server/features/import/json/json-fields.ts'

type ReportNote = HtmlOptions['report']

/** What Substack puts into texts for its own pages: forms, buttons to share, and the line of the paywall. */
const FORMS = /\b(?:subscription-widget(?:-wrap)?(?:-editor)?|subscribe-widget|subscribe-footer)\b/
const BUTTONS =
  /\b(?:captioned-button-wrap|button-wrapper|community-chat|install-substack-app-embed|poll-embed)\b/
/** What appears beside headings and pictures when somebody points at them. */
const HANDLES = /\b(?:image-link-expand|header-anchor-parent)\b/
const PAYWALL = /\b(?:paywall-jump|paywall)\b/

/** Whether an element is no text of the article. Reports what readers would miss. */
export function isWidget(attributes: Attributes, report: ReportNote): boolean {
  const name = attributes.get('class') ?? ''
  if (HANDLES.test(name)) return true
  if (FORMS.test(name)) report('form', 'subscription', 'left-out')
  else if (PAYWALL.test(name)) report('members-only', 'paywall', 'left-out')
  else if (BUTTONS.test(name) && isOfSubstack(attributes)) report('block', name.slice(0, 50), 'left-out')
  else return false
  return true
}

/** Buttons that lead elsewhere are the author's. */
function isOfSubstack(attributes: Attributes): boolean {
  const address = dataOf(attributes)('url')
  return (
    address === '' ||
    address.includes('%%') ||
    /[?&]action=share|utm_source=substack|\/subscribe\b/.test(address)
  )
}

/** The fields that the pages of Substack make an element of. */
function dataOf(attributes: Attributes): (...names: string[]) => string {
  const data = parseJson(attributes.get('data-attrs') ?? '')
  return (...names) =>
    isObject(data) ? (names.map((name) => textField(data, name)).find(Boolean) ?? '') : ''
}

const INLINE = new Set(['mention-wrap'])

/** Elements of which an export has the fields alone, or whose content is a preview of another page. */
export function standInOf(attributes: Attributes, report: ReportNote): StandIn | null {
  const [name = ''] =
    /(?:^|\s)(?:mention-wrap|digest-post-embed|embedded-post-wrap|tweet|instagram|latex-rendered)(?:\s|$)/.exec(
      attributes.get('class') ?? '',
    ) ?? []
  const kind = name.trim()
  if (kind === '') return null
  const field = dataOf(attributes)
  const id = field('instagram_id')
  const address = id ? `https://www.instagram.com/p/${id}/` : field('canonical_url', 'url')
  const text = kind === 'mention-wrap' ? field('name') : field('title', 'persistentExpression') || address
  if (!text) return null
  if (kind === 'latex-rendered') report('format', 'formula', 'text')
  else if (!INLINE.has(kind)) report('embed', address, 'link')
  return { text, address: INLINE.has(kind) ? '' : address, isBlock: !INLINE.has(kind) }
}
