import { useQueries, useQuery } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editPagePath } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { nameOfPage, PAGE_NAMES } from '#app/admin/stories/pages/page-name.ts'
import { PAGES_KEY, shippedTextQuery, voiceQuery } from '#app/admin/stories/pages/page-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { deletePage, type ListedPage } from '#core/data/pages.ts'
import { isShippedPage } from '#core/domain/page.ts'
import { hashOfPage } from '#core/domain/shipped-page.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { LEGAL_PAGES, ownPagePath } from '#core/paths.ts'

interface PageListProps {
  rows: ListedPage[]
  /** Gets focus when a page was deleted. */
  focusAfter: React.RefObject<HTMLElement | null>
}

/** All pages about the publication: the shipped ones first, each with its languages. */
export function PageList({ rows, focusAfter }: PageListProps) {
  const changed = useChangedShipped(rows)
  const offered = useOfferedLanguages()
  const own = [...new Set(rows.map(({ slug }) => slug))].filter((slug) => !isShippedPage(slug))
  return (
    <ul className="divide-y divide-line border-line border-y">
      {[...LEGAL_PAGES, ...own].map((slug) => {
        const texts = rows.filter((row) => row.slug === slug)
        const name = isShippedPage(slug) ? PAGE_NAMES[slug] : nameOfPage(slug, texts)
        return (
          <li
            key={slug}
            className="grid gap-x-8 gap-y-3 py-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_6.5rem]"
          >
            <div className="min-w-0">
              <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <Badge look="plain" tone="grey">
                  {describeKind(slug, texts)}
                </Badge>
              </h2>
              <p className="mt-0.5 text-sm text-soft wrap-anywhere">
                {ownPagePath(slug)}
                {texts[0]?.position ? ` · ${t('pages.list.inFooter', { position: texts[0].position })}` : ''}
              </p>
            </div>
            <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
              {LANGUAGE_CODES.filter(
                (language) => offered.includes(language) || texts.some((text) => text.language === language),
              ).map((language) => (
                <LanguageLink
                  key={language}
                  slug={slug}
                  name={name}
                  language={language}
                  text={texts.find((text) => text.language === language)}
                  isChanged={changed.has(`${slug} ${language}`)}
                />
              ))}
            </ul>
            <div>
              {!isShippedPage(slug) && <DeleteOwnPage slug={slug} name={name} focusAfter={focusAfter} />}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

interface LanguageLinkProps {
  slug: string
  name: string
  language: Language
  text: ListedPage | undefined
  /** True if the shipped text says something else since it was edited. */
  isChanged: boolean
}

/** Opens a page in a language, and says what readers get there. */
function LanguageLink({ slug, name, language, text, isChanged }: LanguageLinkProps) {
  const state = describeText(slug, text)
  return (
    <li>
      <Link
        to={editPagePath(slug, language)}
        className={`flex min-h-11 flex-col justify-center rounded-sm border px-3 py-1 text-sm leading-tight hover:border-ink ${text ? 'border-edge' : 'border-line border-dashed text-soft'}`}
      >
        <span>
          <span className="sr-only">{t('pages.list.of', { name })} </span>
          <span className="font-medium">{languageName(language)}</span>
        </span>{' '}
        <span className="text-faint text-xs">{state}</span>{' '}
        {isChanged && <span className="text-orange text-xs">{t('pages.list.shippedChanged')}</span>}
      </Link>
    </li>
  )
}

function describeText(slug: string, text: ListedPage | undefined): string {
  if (text) return text.published ? t('pages.list.published') : t('pages.list.draft')
  return isShippedPage(slug) ? t('pages.list.shipped') : t('pages.list.missing')
}

function describeKind(slug: string, texts: ListedPage[]): string {
  if (!isShippedPage(slug)) return t('pages.kind.own')
  return texts.length > 0 ? t('pages.kind.edited') : t('pages.kind.shipped')
}

/** The edited pages whose shipped text has changed since, as address and language. */
function useChangedShipped(rows: ListedPage[]): ReadonlySet<string> {
  const voice = useQuery(voiceQuery).data
  const edited = rows.filter(({ shipped }) => shipped !== null)
  const texts = useQueries({
    queries: edited.map(({ slug, language }) => shippedTextQuery(slug, language, voice)),
  })
  return new Set(
    edited.flatMap(({ slug, language, shipped }, index) => {
      const text = texts[index]?.data
      return text && hashOfPage(text) !== shipped ? [`${slug} ${language}`] : []
    }),
  )
}

interface DeleteOwnPageProps {
  slug: string
  name: string
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Deletes an own page in all its languages. */
function DeleteOwnPage({ slug, name, focusAfter }: DeleteOwnPageProps) {
  const { toast } = useToast()
  const [asks, setAsks] = useState(false)
  const remove = useDeskMutation({ run: deletePage, invalidates: [PAGES_KEY] })
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('pages.deleteAll.label', { name })}
        onClick={() => setAsks(true)}
      >
        <Trash2 aria-hidden size={16} />
        {t('pages.delete.action')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('pages.delete.title')}
          action={t('pages.delete.action')}
          onConfirm={async () => {
            await remove.mutateAsync({ slug, language: null })
            toast({ title: t('ui.success'), description: t('pages.delete.done') })
          }}
          onClose={() => setAsks(false)}
          focusAfter={focusAfter}
        >
          <p>{t('pages.deleteAll.text', { name, path: ownPagePath(slug) })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
