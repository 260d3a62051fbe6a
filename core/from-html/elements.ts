import type { NoteKind } from '#core/domain/site-import.ts'
import type { Attributes } from '#core/from-html/html-events.ts'
import { hidesAll } from '#core/html/hiding.ts'
import { ownStyle } from '#core/html/style-sheets.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

export const VOID = set('area base br col embed hr img input link meta param source track wbr')

/** Returns true if browsers show nothing of an element by itself. A picture may be transparent until it is loaded. */
export function isHidden(localName: string, attributes: Attributes): boolean {
  if (!attributes.has('hidden') && !attributes.has('style')) return false
  const style = ownStyle({ localName, getAttribute: (name) => attributes.get(name) ?? null })
  return localName === 'img' ? style.get('display') === 'none' : hidesAll(style)
}

/** Elements before and after which a line ends. */
export const BLOCKS = set(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul caption colgroup',
)

/** Elements that are invisible, or that an article cannot have. */
export const SKIPPED = set(
  'applet audio canvas datalist embed form frameset head iframe map math noembed noframes noscript object script select style svg template textarea title video',
)

/** Skipped elements without a replacement. Placeholders for other elements, and those in the head of a page, are not among them. */
const LOST = set('applet canvas datalist form frameset map math script select style svg textarea')

/** The note about a lost element: its kind and its name; null for an element without content. */
export function lossOf(name: string, attributes: Attributes): [kind: NoteKind, what: string] | null {
  if (name === 'form') return ['form', attributes.get('action') ?? name]
  if (name === 'video' && attributes.get('poster')) return ['format', 'poster of video']
  if (LOST.has(name)) return ['format', name]
  return isHidden(name, attributes) && !SKIPPED.has(name) ? ['format', `hidden ${name}`] : null
}

/** Marks that Markdown does not have; their text stays. */
export const UNMARKED_NAMES = set('bdo ins mark ruby u')
/** Elements whose title is kept, as that of a link or a picture. */
const TITLED = set('a audio embed iframe img object video')
const NOTHING: readonly string[] = []

/** Attributes with information for readers that Markdown cannot express; not those for programs and the look. */
export function unsaid(name: string, attributes: Attributes): readonly string[] {
  if (attributes.size === 0) return NOTHING
  const has = (attribute: string) => (attributes.get(attribute) ?? '').trim() !== ''
  const isCounted =
    name === 'li'
      ? has('value')
      : name === 'ol' && (attributes.has('reversed') || /^\s*[ai]/i.test(attributes.get('type') ?? ''))
  return [
    ...(has('title') && !TITLED.has(name) ? [`title of ${name}`] : NOTHING),
    ...(has('cite') ? [`cite of ${name}`] : NOTHING),
    ...(isCounted ? ['numbers of a list'] : NOTHING),
  ]
}

/** Elements that a closing tag of an inline element never leaves. */
export const FRAMES = set('ul ol menu dir li blockquote figure figcaption table tr td th caption pre')

/** An opening tag ends the open elements with these names, unless one of the others is in between. */
export const ENDED_BY: ReadonlyMap<string, { ends: ReadonlySet<string>; within: ReadonlySet<string> }> =
  new Map([
    ['li', { ends: set('li'), within: set('ul ol menu dir table blockquote') }],
    ['dt', { ends: set('dt dd'), within: set('dl table') }],
    ['dd', { ends: set('dt dd'), within: set('dl table') }],
    ['tr', { ends: set('tr'), within: set('table') }],
    ['td', { ends: set('td th'), within: set('tr table') }],
    ['th', { ends: set('td th'), within: set('tr table') }],
    ['tbody', { ends: set('thead tbody tfoot'), within: set('table') }],
    ['tfoot', { ends: set('thead tbody tfoot'), within: set('table') }],
  ])

/** A paragraph ends where one of these begins. */
export const ENDS_PARAGRAPH = set(
  'address article aside blockquote center details dir div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul',
)

export const BOLD_NAMES = set('b strong')
export const ITALIC_NAMES = set('i em cite dfn var')
export const STRUCK_NAMES = set('s strike del')
export const CODE_NAMES = set('code kbd samp tt')
export const RAISED_NAMES = set('sup sub')

const NO_NAMES: ReadonlySet<string> = new Set()

/** The elements that a closing tag of this name does not leave. */
export const boundariesOf = (name: string) => (BLOCKS.has(name) || SKIPPED.has(name) ? NO_NAMES : FRAMES)
