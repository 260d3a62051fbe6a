import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { AnswerRefusal, answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { AddText, formatWallTime } from '#app/admin/newsroom/add-item.tsx'
import type { GroupItem } from '#app/admin/newsroom/group/origin-list.tsx'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { openNewsItem } from '#core/data/news-items.ts'
import type { NewsText } from '#core/domain/news-item.ts'

const NOTICES: Record<NonNullable<NewsText['notice']>, string> = {
  short: t('newsroom.text.short'),
  paywall: t('newsroom.text.paywall'),
}

/** A text that was read once does not change; that there is none is an answer, too. */
const itemTextQuery = (id: string) => ({
  ...deskQuery([...NEWSROOM_KEY, 'text', id], async (client) => {
    try {
      return answerOf(await openNewsItem(client, id))
    } catch (error) {
      if (error instanceof AnswerRefusal) return { refusal: error.message }
      throw error
    }
  }),
  staleTime: 10 * 60_000,
})

interface ItemTextProps {
  item: GroupItem
  onClose: () => void
}

/** The text of an item, sentence by sentence, or why there is none. */
export function ItemText({ item, onClose }: ItemTextProps) {
  const text = useQuery(itemTextQuery(item.id))
  const { id, title, outlet } = item
  const [isPasting, setIsPasting] = useState(false)
  const region = useRef<HTMLElement>(null)
  // On a small screen it is below the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item
  useEffect(() => {
    region.current?.focus({ preventScroll: true })
    region.current?.scrollIntoView({ block: 'nearest' })
    region.current?.scrollTo(0, 0)
  }, [id])
  return (
    <section
      ref={region}
      aria-labelledby="item-text"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
      tabIndex={0}
      onKeyDown={(event) => {
        // A dialog over it has an Escape of its own.
        if (event.key === 'Escape' && region.current?.contains(event.target as Node)) onClose()
      }}
      className="scroll-mt-4 rounded-sm border border-line p-4 sm:p-5 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id="item-text" className="font-display font-medium text-title-sm wrap-anywhere">
          {title}
        </h2>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('newsroom.text.close')}
          onClick={onClose}
          className="-mt-2 -mr-2"
        >
          <X aria-hidden size={18} />
        </Button>
      </div>
      <p className="mb-4 text-faint text-sm wrap-anywhere">{outlet}</p>
      <QueryView query={text} what={t('newsroom.text.what')} pending={<ListSkeleton rows={5} />}>
        {(read) =>
          'refusal' in read ? (
            <div className="space-y-2 text-sm text-soft">
              <p>{read.refusal}</p>
              <Button size="sm" variant="secondary" onClick={() => setIsPasting(true)}>
                {t('newsroom.text.paste')}
              </Button>
            </div>
          ) : (
            <>
              {read.notice && <p className="mb-4 text-orange text-sm">{NOTICES[read.notice]}</p>}
              <ol lang={read.language ?? ''} className="space-y-2 text-sm leading-relaxed">
                {read.sentences.map((sentence, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a text never change places
                  <li key={index} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2">
                    <span
                      aria-hidden
                      className="pt-px text-right text-faint text-xs leading-[inherit] tabular-nums"
                    >
                      {index + 1}
                    </span>
                    <span className="wrap-anywhere">{sentence}</span>
                  </li>
                ))}
              </ol>
              <p className="mt-4 text-faint text-sm">
                {read.language && `${languageName(read.language)} · `}
                <FilledMessage
                  text={t('newsroom.text.kept')}
                  values={{ when: <LocalTime iso={read.fetched_at} precision="minute" /> }}
                />
              </p>
            </>
          )
        }
      </QueryView>
      {isPasting && <AddText known={knownOf(item)} onClose={() => setIsPasting(false)} />}
    </section>
  )
}

/** Returns what a form for its text need not ask. */
const knownOf = ({ title, outlet, url, published_at }: GroupItem) => ({
  title,
  outlet,
  url: url ?? '',
  published: formatWallTime(new Date(published_at)),
})
