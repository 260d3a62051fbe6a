import { useSiteData } from '#app/hooks/use-site-data.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'

/** The day, `YYYY-MM-DD`, in the time zone of the publication. */
export function useToday(): string {
  return wallTimeAt(new Date(), useSiteData().newsletter_zone).date
}
