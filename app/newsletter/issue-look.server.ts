import type { Settings } from '#core/domain/settings.ts'
import { sectionColors } from '#core/look/section-colors.ts'
import { STORY_PICTURES } from '#core/newsletter/story-pictures.ts'

const MARK = /<p data-section="([^"]+)"([^>]*)>(<a [^>]*><img [^>]*><\/a>)?/g

/** Styles of no other page, so they are sent with the content. */
const STYLES = `<style>
.newsletter :is(h2,[data-section]){clear:both}
.newsletter [data-section]{margin-top:2.6em;color:var(--color-accent);font:600 var(--text-label)/1.4 var(--font-sans);letter-spacing:.06em;text-transform:uppercase}
.newsletter h2+[data-section]{margin-top:1.4em}
.newsletter [data-section] span{display:inline-block;width:.5rem;height:.5rem;margin-inline-end:.5rem;background:currentColor}
.newsletter [data-section] a{display:block;margin-bottom:1.2em;text-decoration:none}
.newsletter [data-section] a:has(img[width="${STORY_PICTURES.small.width}"]){float:right;width:clamp(6rem,26%,10.5rem);margin:.25em 0 .8em 1.5rem}
.newsletter [data-section]+h3{margin-top:.4em}
.newsletter [data-section]:has(img[width="${STORY_PICTURES.lead.width}"])+h3{font-size:1.55em}
.newsletter h3 a:not(:hover){text-decoration-color:transparent}
</style>`

/** The content of an issue as its page shows it: with the names of sections in their colours, and small pictures beside the text. */
export function showSections(content: string, settings: Settings): string {
  let isMarked = false
  const marked = content.replace(MARK, (_, slug: string, attributes: string, picture = '') => {
    isMarked = true
    const { light, dark } = sectionColors(slug, settings)
    return `<p data-section="${slug}"${attributes} style="--color-accent:light-dark(${light},${dark})">${picture}<span aria-hidden="true"></span>`
  })
  return isMarked ? STYLES + marked : content
}
