import { useQuery } from '@tanstack/react-query'
import Moon from 'lucide-react/icons/moon'
import Smartphone from 'lucide-react/icons/smartphone'
import X from 'lucide-react/icons/x'
import * as Dialog from 'radix-ui/dialog'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { MarkdownEditorHandle } from '#app/admin/editor/markdown-editor-props.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { useReturnFocus } from '#app/admin/kit/ui/modal-dialog.tsx'
import { MEDIA_KEY } from '#app/admin/media/media-queries.ts'
import { type ArticleForm, asArticle } from '#app/admin/stories/article-form/article-form.ts'
import {
  PREVIEW_CLOSE,
  PREVIEW_READY,
  type UnsavedArticle,
} from '#app/components/preview/use-unsaved-article.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { uploadsAmong } from '#core/check/image-facts.ts'
import { listStoryVersions } from '#core/data/article-schedules.ts'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import { listMediaByNames } from '#core/data/media-files.ts'
import type { Article } from '#core/domain/article.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { findPictures } from '#core/markdown/show-pictures.ts'

const PREVIEW_KEY = ['preview']

/** The language versions of a story that are stored. */
const versionsQuery = (articleId: string) =>
  deskQuery([...PREVIEW_KEY, articleId, 'versions'], (client) => listStoryVersions(client, articleId))

const versionQuery = (articleId: string) =>
  deskQuery([...PREVIEW_KEY, articleId], (client) => findDeskArticle(client, articleId))

const NO_FACTS: UnsavedArticle['facts'] = []

/** Reads what the library knows of the pictures of an article. */
function factsQuery({ hero_image, content }: Pick<Article, 'hero_image' | 'content'>, siteUrl: string) {
  const uploads = uploadsAmong([hero_image ?? '', ...findPictures(content)], siteUrl)
  return {
    ...deskQuery([...MEDIA_KEY, 'shown', uploads], async (client) => {
      const files = await listMediaByNames(client, [...new Set(uploads.map(({ name }) => name))])
      const byName = new Map(files.map((file) => [file.name, file]))
      return uploads.flatMap(({ address, name }): UnsavedArticle['facts'] => {
        const file = byName.get(name)
        return file ? [[address, file]] : []
      })
    }),
    enabled: uploads.length > 0,
    staleTime: 0,
  }
}

interface PreviewDialogProps {
  /** The article as it is in the form. */
  article: Article
  /** True if it is a page about the publication. */
  page?: boolean
  /** True if it is stored, and may have versions in other languages. */
  isStored: boolean
  /** The line of the text that is to be in sight. */
  line: number
  onClose: () => void
}

/** The article over the whole page as readers will see it, with what is not saved; its other languages as they are stored. */
export function PreviewDialog({ article, page = false, isStored, line, onClose }: PreviewDialogProps) {
  const returnFocus = useReturnFocus()
  const [language, setLanguage] = useState<Language>(article.language)
  const [isPhone, setIsPhone] = useState(false)
  const [isDark, setIsDark] = useState(() => document.documentElement.classList.contains('dark'))
  const isOwn = language === article.language
  const versions = useQuery({ ...versionsQuery(article.id), enabled: isStored, staleTime: 0 }).data ?? []
  const chosen = versions.find((version) => version.language === language)
  const other = useQuery({ ...versionQuery(chosen?.id ?? ''), enabled: !isOwn && chosen !== undefined })
  const shown = isOwn ? article : other.data
  const { siteUrl } = useSiteData()
  const facts = useQuery(factsQuery(shown ?? { hero_image: null, content: '' }, siteUrl))
  const problem = (isOwn ? null : other.error) ?? facts.error
  const languages = versions.length > 0 ? versions.map((version) => version.language) : [article.language]

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          lang="en"
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-40 flex flex-col bg-wash text-ink"
        >
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-paper px-4 py-2">
            <Dialog.Title className="font-semibold max-sm:sr-only">{t('preview.dialog.title')}</Dialog.Title>
            <p className="text-faint text-sm max-lg:hidden">
              {isOwn ? t('preview.dialog.unsaved') : t('preview.dialog.stored')}
            </p>
            <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0 max-sm:w-full">
              {languages.length > 1 && (
                <SelectControl
                  aria-label={t('preview.dialog.language')}
                  value={language}
                  onChange={({ target }) => setLanguage(target.value as Language)}
                  className="min-h-11 rounded-sm border border-edge bg-paper px-3 text-sm"
                >
                  {languages.map((code) => (
                    <option key={code} value={code}>
                      {languageName(code)}
                    </option>
                  ))}
                </SelectControl>
              )}
              <Button
                variant="secondary"
                aria-pressed={isPhone}
                className="max-sm:hidden aria-pressed:border-ink aria-pressed:bg-line/60"
                onClick={() => setIsPhone(!isPhone)}
              >
                <Smartphone aria-hidden size={16} />
                {t('preview.dialog.phone')}
              </Button>
              <Button
                variant="secondary"
                aria-pressed={isDark}
                className="aria-pressed:border-ink aria-pressed:bg-line/60"
                onClick={() => setIsDark(!isDark)}
              >
                <Moon aria-hidden size={16} />
                {t('preview.dialog.dark')}
              </Button>
              <Button className="max-sm:ml-auto" onClick={onClose}>
                <X aria-hidden size={16} />
                <span className="max-sm:sr-only">{t('preview.dialog.close')}</span>
              </Button>
            </div>
          </div>
          {problem ? (
            <p className="p-6 text-red text-sm">{describeError(problem)}</p>
          ) : (
            <div className="grid min-h-0 grow justify-items-center">
              {shown && !facts.isLoading && (
                <PreviewFrame
                  key={language}
                  shown={{
                    article: shown,
                    isPage: page,
                    facts: facts.data ?? NO_FACTS,
                    line: isOwn ? line : 0,
                    isDark,
                  }}
                  isPhone={isPhone}
                  onClose={onClose}
                />
              )}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface PreviewFrameProps {
  shown: Omit<UnsavedArticle, 'kind'>
  isPhone: boolean
  onClose: () => void
}

/** A page of the site in a frame, into which the article is put. */
function PreviewFrame({ shown, isPhone, onClose }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    function listen({ source, data }: MessageEvent) {
      if (source !== frame.current?.contentWindow) return
      if (data === PREVIEW_READY) setIsReady(true)
      if (data === PREVIEW_CLOSE) close.current()
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  const { article, isPage, facts, line, isDark } = shown
  useEffect(() => {
    const message: UnsavedArticle = { kind: 'unsaved-article', article, isPage, facts, line, isDark }
    if (isReady) frame.current?.contentWindow?.postMessage(message, window.location.origin)
  }, [isReady, article, isPage, facts, line, isDark])
  return (
    <iframe
      ref={frame}
      title={t('preview.dialog.frame', { title: article.title })}
      src={localizedPath('/preview?unsaved', article.language)}
      className={`size-full bg-paper ${isPhone ? 'max-w-[375px] border-edge border-x shadow-float' : ''}`}
    />
  )
}

interface StoryPreviewOptions {
  readForm: () => ArticleForm
  content: RefObject<MarkdownEditorHandle | null>
  articleId: string
  language: Language
  /** The stored article; null for a new one. */
  article: Article | null
}

/** The preview of what is in a form, at the place where it is being written. */
export function useStoryPreview({ readForm, content, articleId, language, article }: StoryPreviewOptions) {
  const [previewed, setPreviewed] = useState<{ article: Article; line: number } | null>(null)
  return {
    open() {
      const values = readForm()
      const line = content.current?.cursorLine() ?? 0
      const title = values.title.trim() || t('article.untitled')
      setPreviewed({ article: asArticle({ ...values, title }, { id: articleId, language, article }), line })
    },
    dialog: previewed && (
      <PreviewDialog {...previewed} isStored={article !== null} onClose={() => setPreviewed(null)} />
    ),
  }
}
