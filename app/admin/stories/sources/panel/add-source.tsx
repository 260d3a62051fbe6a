import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { ShortTime } from '#app/admin/kit/ui/local-time.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { Folded } from '#app/admin/kit/ui/page-section.tsx'
import { useDebouncedValue } from '#app/admin/kit/ui/use-debounced-value.ts'
import { AddAddress, AddText } from '#app/admin/newsroom/add-item.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { searchNewsItems } from '#core/data/search-news-items.ts'

const DEBOUNCE_MS = 300

interface AddSourceProps {
  /** The items that are sources already. */
  known: ReadonlySet<string>
  groupId: string | null
  /** Whether it is open from the beginning. */
  isOpen?: boolean
  /** Resolves to whether the article rests on them now. */
  onAdd: (itemIds: string[]) => Promise<boolean>
}

/** Adds a source: a page by its address, a text with its origin, or an item of the newsroom. */
export function AddSource({ known, groupId, isOpen = false, onAdd }: AddSourceProps) {
  const [said, setSaid] = useState('')
  const [asking, setAsking] = useState<'address' | 'text' | null>(null)

  async function add(itemId: string): Promise<void> {
    setSaid((await onAdd([itemId])) ? t('sources.add.done') : '')
  }

  return (
    <Folded title={t('sources.add.title')} isOpen={isOpen} className="mt-2">
      <div className="space-y-5 pt-1 pb-2">
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => setAsking('address')}>
            {t('newsroom.add.address')}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setAsking('text')}>
            {t('newsroom.add.text')}
          </Button>
        </div>
        <AddItem known={known} groupId={groupId} onAdd={add} />
      </div>
      {asking === 'address' && <AddAddress onClose={() => setAsking(null)} onAdded={add} />}
      {asking === 'text' && <AddText onClose={() => setAsking(null)} onAdded={add} />}
      <Announcement>{said}</Announcement>
    </Folded>
  )
}

const itemsQuery = (asked: { search: string; groupId: string | null }) => ({
  ...deskQuery(['news-items', 'search', asked], (client) => searchNewsItems(client, asked)),
  placeholderData: keepPreviousData,
})

interface AddItemProps extends Pick<AddSourceProps, 'known' | 'groupId'> {
  onAdd: (itemId: string) => Promise<void>
}

/** An item of the newsroom: those of the story first, others by words of their titles. */
function AddItem({ known, groupId, onAdd }: AddItemProps) {
  const [search, setSearch] = useState('')
  const settled = useDebouncedValue(search.trim(), DEBOUNCE_MS)
  const { data = [] } = useQuery(itemsQuery({ search: settled, groupId }))
  const [busy, setBusy] = useState<string | null>(null)
  const offered = data.filter(({ id }) => !known.has(id))

  async function add(id: string) {
    if (busy !== null) return
    setBusy(id)
    await onAdd(id)
    setBusy(null)
  }

  return (
    <div>
      <TextField
        type="search"
        label={t('sources.add.search')}
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {offered.length > 0 ? (
        <ul className="mt-2 divide-y divide-line">
          {offered.map(({ id, title, outlet, published_at }) => (
            <li key={id} className="flex items-start justify-between gap-3 py-2">
              <p className="min-w-0 wrap-anywhere">
                <span className="font-medium">{outlet}</span> {title}{' '}
                <span className="text-faint">
                  <ShortTime iso={published_at} />
                </span>
              </p>
              <Button
                variant="secondary"
                size="sm"
                aria-label={t('sources.add.label', { title })}
                aria-disabled={busy !== null}
                onClick={() => void add(id)}
              >
                {busy === id ? t('ui.oneMoment') : t('sources.add.action')}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        settled !== '' && <p className="mt-2 text-soft">{t('sources.add.none')}</p>
      )}
    </div>
  )
}
