import { Rss } from '#app/components/ui/icons.tsx'

/** A link to the feed of a list. `title` is the title of the feed, for those who do not see what the link stands beside. */
export function FeedLink({ to, title, className = '' }: { to: string; title: string; className?: string }) {
  return (
    <a
      href={to}
      type="application/rss+xml"
      className={`inline-flex items-center gap-1.5 py-1 text-sm font-semibold underline-offset-4 hover:underline ${className}`}
    >
      <Rss aria-hidden size={15} className="text-accent" />
      <span>
        RSS<span className="sr-only">: {title}</span>
      </span>
    </a>
  )
}
