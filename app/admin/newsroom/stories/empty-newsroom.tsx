import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { WAYS_IN, type WayIn } from '#app/admin/newsroom/newsroom-paths.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'

const WAYS: Record<WayIn, { title: string; text: string; action: string }> = {
  feed: {
    title: t('newsroom.empty.feed'),
    text: t('newsroom.empty.feed.text'),
    action: t('newsroom.add.feed'),
  },
  address: {
    title: t('newsroom.empty.address'),
    text: t('newsroom.empty.address.text'),
    action: t('newsroom.add.address'),
  },
  text: {
    title: t('newsroom.empty.text'),
    text: t('newsroom.empty.text.text'),
    action: t('newsroom.add.text'),
  },
}

/** What the newsroom is, and the three ways to begin, where nothing has come in yet. */
export function EmptyNewsroom({ hasModel, hasFeeds }: { hasModel: boolean; hasFeeds: boolean }) {
  if (hasFeeds)
    return (
      <div className="max-w-prose">
        <p className="font-display font-medium text-ink text-title-sm">{t('newsroom.waiting')}</p>
        <p className="mt-1.5">{t('newsroom.waiting.text')}</p>
      </div>
    )
  return (
    <>
      <div className="max-w-prose space-y-2">
        <p className="font-display font-medium text-ink text-title-sm">{t('newsroom.empty')}</p>
        <p>{t('newsroom.empty.what')}</p>
        <p>{t('newsroom.empty.draft')}</p>
        {!hasModel && <p>{t('newsroom.empty.noModel')}</p>}
      </div>
      <ul className="mt-7 grid gap-x-8 gap-y-6 sm:grid-cols-3">
        {WAYS_IN.map((way) => (
          <li key={way} className="flex flex-col items-start border-line border-t pt-4">
            <p className="font-semibold text-ink">{WAYS[way].title}</p>
            <p className="mt-1 mb-3.5 grow">{WAYS[way].text}</p>
            <Link
              to={{ search: `?add=${way}` }}
              replace
              preventScrollReset
              className={buttonStyles({ variant: way === 'feed' ? 'primary' : 'secondary', size: 'sm' })}
            >
              {WAYS[way].action}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
