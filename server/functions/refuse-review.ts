import type { Context } from 'hono'
import type { ReviewObstacle } from '#server/review/review-places.ts'

const SENTENCES: Record<ReviewObstacle, string> = {
  structure:
    'A person has changed the structure of this translation, so that its parts cannot be told apart any more. Edit it as an article, or renew all of it; what it says now stays in its history.',
  outdated:
    'Somebody has changed the text that readers have since this version was made. Update the translation to bring both together: nothing is translated again that has not changed.',
}

/** Says why a translation cannot be reviewed. */
export function refuseReview(c: Context, obstacle: ReviewObstacle | 'gone'): Response {
  if (obstacle === 'gone') return c.json({ error: 'Article not found' }, 404)
  return c.json({ error: SENTENCES[obstacle], code: obstacle }, 409)
}
