import type { Attributes, HtmlOptions, StandIn } from '#core/from-html/html-events.ts'
import { isObject, listField, parseJson, textField } from '#server/platform/documents/json/json-fields.ts'
import type { Json } from '#server/platform/documents/json/record-reader.ts'

type ReportNote = HtmlOptions['report']

/** What Substack puts into texts for its own pages: forms, buttons to share, and the line of the paywall. */
const FORMS = /\b(?:subscription-widget(?:-wrap)?(?:-editor)?|subscribe-widget|subscribe-footer)\b/
const BUTTONS = /\b(?:captioned-button-wrap|button-wrapper)\b/
const OWN = /\b(?:community-chat|install-substack-app-embed|poll-embed)\b/
/** What appears beside headings and pictures when somebody points at them, and labels of the editor. */
const HANDLES =
  /\b(?:image-link-expand|header-anchor-parent|hide-text|file-embed-thumbnail(?:-default)?|file-embed-button narrow)\b/
const PAYWALL = /\b(?:paywall-jump|paywall)\b/

/** Whether an element is no text of the article. Reports what readers would miss. */
export function isWidget(attributes: Attributes, report: ReportNote): boolean {
  const name = attributes.get('class') ?? ''
  if (HANDLES.test(name)) return true
  if (FORMS.test(name)) report('form', 'subscription', 'left-out')
  else if (PAYWALL.test(name)) report('members-only', 'paywall', 'left-out')
  else {
    const own = OWN.exec(name) ?? (isOfSubstack(attributes) ? BUTTONS.exec(name) : null)
    if (!own) return false
    report('block', own[0], 'left-out')
  }
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

/** The fields that the pages of Substack make an element of, by their paths. */
function dataOf(attributes: Attributes): (...paths: string[]) => string {
  const data = parseJson(attributes.get('data-attrs') ?? '')
  const at = (path: string): string => {
    const [name = '', ...outer] = path.split('.').toReversed()
    const object = outer.reduceRight<Json | undefined>(
      (value, key) => (isObject(value) ? value.get(key) : undefined),
      data,
    )
    return isObject(object) ? textField(object, name) : ''
  }
  return (...paths) => paths.map(at).find(Boolean) ?? ''
}

const STANDING_IN =
  /(?:^|\s)(mention-wrap|digest-post-embed|embedded-post-wrap|embedded-publication-wrap|tweet|twitter-embed|comment|instagram|tiktok-wrap|bandcamp-wrap|community-post|latex-rendered|native-video-embed|native-audio-embed|image-gallery-embed|image3)(?:\s|$)/

/** Elements of which an export has the fields alone, or whose content is a preview of another page. */
export function standInOf(attributes: Attributes, report: ReportNote): StandIn | null {
  const kind = STANDING_IN.exec(attributes.get('class') ?? '')?.[1]
  if (kind === undefined) return null
  const field = dataOf(attributes)
  if (kind === 'mention-wrap') return textOf(field('name'), '', false)
  if (kind === 'image3') return { text: '', address: '', isBlock: true, pictures: [field('src')] }
  if (kind === 'image-gallery-embed') return galleryOf(attributes, report)
  if (kind === 'latex-rendered') {
    report('format', 'formula', 'text')
    return textOf(field('persistentExpression'), '', true)
  }
  if (kind === 'comment') {
    report('embed', 'note', 'text')
    return textOf(field('comment.body'), '', true)
  }
  const id = field('instagram_id')
  const written = id ? `https://www.instagram.com/p/${id}/` : field('canonical_url', 'url', 'base_url')
  const address = /^https?:\/\//.test(written) ? written : ''
  if (address) report('embed', address, 'link')
  else report('media', kind, 'left-out')
  const title = kind === 'embedded-publication-wrap' ? field('name') : field('title')
  return textOf(address && (title || address), address, true)
}

const textOf = (text: string, address: string, isBlock: boolean): StandIn => ({ text, address, isBlock })

function galleryOf(attributes: Attributes, report: ReportNote): StandIn {
  const data = parseJson(attributes.get('data-attrs') ?? '')
  const gallery = isObject(data) ? data.get('gallery') : undefined
  const images = isObject(gallery) ? listField(gallery, 'images').filter(isObject) : []
  report('gallery', `${images.length} pictures`, images.length > 0 ? 'pictures' : 'left-out')
  const caption = textOf(dataOf(attributes)('gallery.caption'), '', true)
  return { ...caption, pictures: images.map((image) => textField(image, 'src')) }
}

/** The picture that a smaller copy was made of, at the address that did not change. */
export function originalOf(address: string): string {
  const encoded = /^https:\/\/substackcdn\.com\/image\/fetch\/.*\/(https%3A%2F%2F[^/]+)$/.exec(address)?.[1]
  const original = encoded && URL.canParse(decoded(encoded)) ? decoded(encoded) : address
  return original.replace(
    /^https:\/\/bucketeer-[\w-]+\.s3\.amazonaws\.com\//,
    'https://substack-post-media.s3.amazonaws.com/',
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
