import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ShortTime } from '#app/admin/kit/ui/local-time.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { Reservation } from '#core/domain/news-feed.ts'
import type { FoundNewsGroup } from '#core/domain/news-group.ts'

export type GroupItem = FoundNewsGroup['items'][number]

interface Origin {
  id: string
  /** The one with which it began first, then the others. */
  items: GroupItem[]
}

/** The items of a story by their origins, in the order in which the items come. */
export function groupByOrigin(items: readonly GroupItem[]): Origin[] {
  const origins = Map.groupBy(items, ({ id, origin_id }) => origin_id ?? id)
  return [...origins].map(([id, own]) => ({
    id,
    items: own.toSorted((a, b) => Number(b.id === id) - Number(a.id === id)),
  }))
}

export const RESERVED: Record<Reservation, string> = {
  tdmrep: t('newsroom.reserved.tdmrep'),
  noai: t('newsroom.reserved.noai'),
  robots: t('newsroom.reserved.robots'),
}

interface OriginListProps {
  items: readonly GroupItem[]
  /** Those that are new to whoever looks. */
  newIds: ReadonlySet<string>
  ticked: ReadonlySet<string>
  onTick: (id: string, isTicked: boolean) => void
  /** The one whose text is open. */
  open: string | null
  onRead: (item: GroupItem) => void
}

/** The items of a story; those of one origin stand together. */
export function OriginList({ items, ...props }: OriginListProps) {
  return (
    <ul aria-labelledby="sources" className="divide-y divide-line border-line border-y">
      {groupByOrigin(items).map(({ id, items: own }) => {
        const [only] = own
        return own.length === 1 && only ? (
          <li key={id} className="py-4">
            <Item item={only} {...props} />
          </li>
        ) : (
          <li key={id} className="py-4">
            <p id={`origin-${id}`} className="mb-3 text-faint text-sm">
              {t('newsroom.origin.shared', { count: own.length })}
            </p>
            <ul aria-labelledby={`origin-${id}`} className="space-y-5 border-edge border-l-2 pl-4">
              {own.map((item) => (
                <li key={item.id}>
                  <Item item={item} {...props} />
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}

function Item({
  item,
  newIds,
  ticked,
  onTick,
  open,
  onRead,
}: Omit<OriginListProps, 'items'> & { item: GroupItem }) {
  const { id, title, outlet, author, language, published_at, excerpt, url, reservation, kind } = item
  const named = { title, outlet }
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5">
      <span className="flex h-6 items-center">
        <input
          id={`item-${id}`}
          type="checkbox"
          checked={ticked.has(id)}
          onChange={({ target }) => onTick(id, target.checked)}
          aria-label={t('newsroom.item.tick', named)}
          className="size-5 shrink-0 cursor-pointer accent-ink"
        />
      </span>
      <div className="min-w-0">
        <label htmlFor={`item-${id}`} className="block cursor-pointer font-medium wrap-anywhere">
          {title}
        </label>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-soft">
          {newIds.has(id) && (
            <Badge look="plain" tone="blue">
              {t('newsroom.item.new')}
            </Badge>
          )}
          <bdi className="font-medium text-ink wrap-anywhere">{outlet}</bdi>
          <ShortTime iso={published_at} />
          {language && <span>{languageName(language)}</span>}
          {author && <bdi className="min-w-0 text-faint wrap-anywhere">{author}</bdi>}
          {kind === 'text' && <span className="text-faint">{t('newsroom.item.pasted')}</span>}
        </p>
        {excerpt && (
          <p
            lang={language ?? ''}
            className="mt-1.5 line-clamp-3 max-w-prose text-sm text-soft wrap-anywhere"
          >
            {excerpt}
          </p>
        )}
        {reservation && (
          <p className="mt-1.5 max-w-prose text-faint text-sm">
            {RESERVED[reservation]} {t('newsroom.reserved')}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
          {!reservation && (
            <Button
              size="sm"
              variant="secondary"
              data-read={id}
              aria-label={t('newsroom.item.read.label', named)}
              aria-pressed={open === id}
              onClick={() => onRead(item)}
              className="aria-pressed:border-ink aria-pressed:bg-wash"
            >
              {t('newsroom.item.read')}
            </Button>
          )}
          {url && (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-9 items-center text-sm underline decoration-line underline-offset-4 hover:decoration-current"
            >
              {t('newsroom.item.open')}
              <span className="sr-only"> {t('newsroom.item.open.of', named)}</span>
            </a>
          )}
        </div>
      </div>
    </div>
  )
}
