import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import * as Tabs from 'radix-ui/tabs'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import type { RestoredStory } from '#app/admin/stories/trash/restore-dialog.tsx'
import { trashedQuery } from '#app/admin/stories/trash/trash-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { versionsOf } from '#core/data/article-trash.ts'
import { SHORT_TEXTS, TRANSLATED_FIELDS } from '#core/domain/article.ts'
import type { TrashedArticle } from '#core/domain/article-trash.ts'

const TAB =
  '-mb-px min-h-10 border-transparent border-b-2 px-1 text-faint text-sm hover:text-ink aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink'

interface TrashItemProps {
  id: string
  backTo: string
  onRestore: (story: RestoredStory) => void
}

/** A deleted story with its texts, shown instead of the list. Its heading gets focus. */
export function TrashItem({ id, backTo, onRestore }: TrashItemProps) {
  const trashed = useQuery(trashedQuery(id))
  return (
    <>
      <Link
        to={backTo}
        className="mb-4 inline-flex min-h-9 items-center gap-2 text-sm text-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden size={16} />
        {t('trash.item.back')}
      </Link>
      <QueryView query={trashed} what={t('trash.item.name')} pending={<ListSkeleton rows={4} />}>
        {(versions) =>
          versions[0] ? (
            <Story versions={versions} first={versions[0]} onRestore={onRestore} />
          ) : (
            <p className="text-sm text-soft">{t('trash.item.gone')}</p>
          )
        }
      </QueryView>
    </>
  )
}

interface StoryProps {
  versions: TrashedArticle[]
  first: TrashedArticle
  onRestore: (story: RestoredStory) => void
}

function Story({ versions, first, onRestore }: StoryProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const languages = versions.map(({ language }) => language)
  return (
    <article aria-labelledby="trashed-title" className="max-w-3xl">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h2
          id="trashed-title"
          ref={heading}
          tabIndex={-1}
          lang={first.title ? first.language : undefined}
          className="min-w-0 break-words font-display font-medium text-title"
        >
          {nameOf(first)}
        </h2>
        <Button
          size="sm"
          onClick={() => onRestore({ ...first, languages, along: versionsOf(versions.slice(1)) })}
        >
          {t('trash.restore.action')}
        </Button>
      </div>
      <Tabs.Root defaultValue={first.language} className="mt-5">
        <Tabs.List
          aria-label={t('trash.item.texts')}
          className="mb-5 flex flex-wrap gap-x-5 border-line border-b"
        >
          {versions.map(({ language }) => (
            <Tabs.Trigger key={language} value={language} lang={language} className={TAB}>
              {languageName(language)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {versions.map((version) => (
          <Tabs.Content key={version.id} value={version.language}>
            <Version version={version} isFirst={version === first} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </article>
  )
}

function Version({ version, isFirst }: { version: TrashedArticle; isFirst: boolean }) {
  const { article, language, slug, published } = version
  const { content, updated_at } = article
  return (
    <>
      <dl className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
        <dt className="text-faint">{t('trash.item.slug')}</dt>
        <dd className="min-w-0 break-all">{slug}</dd>
        <dt className="text-faint">{t('trash.item.state')}</dt>
        <dd>{published ? t('trash.state.published') : t('trash.state.draft')}</dd>
        <dt className="text-faint">{t('trash.item.edited')}</dt>
        <dd>
          <LocalTime iso={updated_at} precision="minute" />
        </dd>
      </dl>
      <div lang={language} dir="auto" className="space-y-4 border-line border-t pt-5 wrap-anywhere">
        {/* The title of the first is the heading. */}
        {SHORT_TEXTS.filter((field) => article[field] && !(field === 'title' && isFirst)).map((field) => (
          <p
            key={field}
            className={field === 'title' ? 'font-display font-medium text-title-sm' : 'text-soft'}
          >
            {article[field]}
          </p>
        ))}
        {content && <p className="whitespace-pre-wrap font-mono text-sm leading-relaxed">{content}</p>}
      </div>
      {!TRANSLATED_FIELDS.some((field) => article[field]?.trim()) && (
        <p className="text-sm text-soft">{t('trash.item.empty')}</p>
      )}
    </>
  )
}
