import { Link, useLocation, useSearchParams } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { AddAddress } from '#app/admin/newsroom/add/add-address.tsx'
import { AddFeed } from '#app/admin/newsroom/add/add-feed.tsx'
import { AddText } from '#app/admin/newsroom/add/add-text.tsx'
import { FEEDS_PATH, NEWSROOM_PATH, WAYS_IN, type WayIn } from '#app/admin/newsroom/newsroom-paths.ts'
import { ViewTabs } from '#app/admin/ui/view-tabs.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'

const VIEWS = [
  { to: NEWSROOM_PATH, label: t('newsroom.stories') },
  { to: FEEDS_PATH, label: t('newsroom.feeds') },
]

const LABELS: Record<WayIn, string> = {
  feed: t('newsroom.add.feed'),
  address: t('newsroom.add.address'),
  text: t('newsroom.add.text'),
}
const DIALOGS: Record<WayIn, (props: { onClose: () => void }) => React.ReactNode> = {
  feed: AddFeed,
  address: AddAddress,
  text: AddText,
}

interface NewsroomHeadingProps {
  /** Whether it offers the ways in, which the page may do itself. */
  hasWays?: boolean
}

/** The heading of the lists of the newsroom, with the ways in; the address of the page says which one is open. */
export function NewsroomHeading({ hasWays = true }: NewsroomHeadingProps) {
  const [params, setParams] = useSearchParams()
  const { search } = useLocation()
  const open = WAYS_IN.find((way) => way === params.get('add'))
  const Dialog = open && DIALOGS[open]

  const close = () =>
    setParams(
      (present) => {
        present.delete('add')
        return present
      },
      { replace: true, preventScrollReset: true },
    )

  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="font-display font-medium text-title-lg">{t('newsroom.title')}</h1>
        {hasWays && (
          <div className="flex flex-wrap gap-1.5 sm:gap-2">
            {WAYS_IN.map((way) => (
              <Link
                key={way}
                to={{ search: withWay(search, way) }}
                replace
                preventScrollReset
                className={buttonStyles({ variant: 'secondary', size: 'sm' })}
              >
                {LABELS[way]}
              </Link>
            ))}
          </div>
        )}
      </div>
      <ViewTabs label={t('newsroom.views')} tabs={VIEWS} />
      {Dialog && <Dialog onClose={close} />}
    </>
  )
}

function withWay(search: string, way: WayIn): string {
  const params = new URLSearchParams(search)
  params.set('add', way)
  return `?${params}`
}
