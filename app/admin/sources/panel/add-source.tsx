import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Folded } from '#app/admin/ui/folded.tsx'
import { ShortTime } from '#app/admin/ui/short-time.tsx'
import { useDebouncedValue } from '#app/admin/ui/use-debounced-value.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { addSourceAddress } from '#core/data/news-items.ts'
import { searchNewsItems } from '#core/data/search-news-items.ts'
import { sourceAddress } from '#core/domain/news-item-input.ts'

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

/** Adds a source: a page by its address, or an item of the newsroom. */
export function AddSource({ known, groupId, isOpen = false, onAdd }: AddSourceProps) {
  const [said, setSaid] = useState('')

  async function add(itemId: string): Promise<boolean> {
    const isAdded = await onAdd([itemId])
    setSaid(isAdded ? t('sources.add.done') : '')
    return isAdded
  }

  return (
    <Folded title={t('sources.add.title')} isOpen={isOpen} className="mt-2">
      <div className="space-y-5 pt-1 pb-2">
        <AddAddress onAdd={add} />
        <AddItem known={known} groupId={groupId} onAdd={add} />
      </div>
      <Announcement>{said}</Announcement>
    </Folded>
  )
}

/** A page of another publication, which is read now. */
function AddAddress({ onAdd }: { onAdd: (itemId: string) => Promise<boolean> }) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function add() {
    if (isBusy) return
    const typed = sourceAddress.safeParse(address)
    if (!typed.success) {
      setError(typed.error.issues[0]?.message ?? '')
      return field.current?.focus()
    }
    setIsBusy(true)
    setError('')
    try {
      const { itemId } = answerOf(await signedIn((client) => addSourceAddress(client, typed.data)))
      if (await onAdd(itemId)) setAddress('')
    } catch (failure) {
      setError(describeError(failure))
    } finally {
      setIsBusy(false)
      field.current?.focus()
    }
  }

  return (
    <form
      method="post"
      noValidate
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void add()
      }}
    >
      <TextField
        ref={field}
        label={t('sources.add.address')}
        className="min-w-0 grow"
        type="url"
        inputMode="url"
        autoComplete="off"
        value={address}
        error={error}
        onChange={({ target }) => setAddress(target.value)}
      />
      <Button type="submit" variant="secondary" aria-disabled={isBusy}>
        {isBusy ? t('ui.oneMoment') : t('sources.add.action')}
      </Button>
    </form>
  )
}

const itemsQuery = (asked: { search: string; groupId: string | null }) => ({
  ...deskQuery(['news-items', 'search', asked], (client) => searchNewsItems(client, asked)),
  placeholderData: keepPreviousData,
})

interface AddItemProps extends Pick<AddSourceProps, 'known' | 'groupId'> {
  onAdd: (itemId: string) => Promise<boolean>
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
