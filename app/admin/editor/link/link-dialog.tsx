import { useRef, useState } from 'react'
import { useFoundArticles } from '#app/admin/editor/link/use-found-articles.ts'
import type { Syntax } from '#app/admin/editor/markdown-editor-props.ts'
import { completeAddress, isAllowedAddress, type LinkInText } from '#app/admin/editor/text/link.ts'
import { t } from '#app/admin/kit/messages.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import type { Article } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

type FoundArticle = Pick<Article, 'id' | 'slug' | 'title' | 'language'>

interface LinkDialogProps {
  link: LinkInText
  syntax: Syntax
  language: Language
  /** Null removes the link. */
  onDone: (link: { text: string; address: string } | null) => void
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Asks for an address, or for one of our own articles. */
export function LinkDialog({ link, syntax, language, onDone, onClose, focusAfter }: LinkDialogProps) {
  const [target, setTarget] = useState(link.address)
  const [text, setText] = useState(link.text)
  const [isInvalid, setIsInvalid] = useState(false)
  const addressField = useRef<HTMLInputElement>(null)
  const address = completeAddress(target)
  const isAddress = /^(?:[a-z][a-z\d+.-]*:|[/#?.])/i.test(address)
  const { articles } = useFoundArticles(isAddress ? '' : target, { language, published: true, limit: 10 })

  function submit(event: React.SubmitEvent) {
    event.preventDefault()
    // React events bubble to the form of the page.
    event.stopPropagation()
    if (isAddress && isAllowedAddress(address, syntax)) onDone({ text, address })
    else {
      setIsInvalid(true)
      addressField.current?.focus()
    }
  }

  function choose({ slug, title, language: found }: FoundArticle) {
    onDone({ text: text.trim() ? text : title, address: articlePath({ slug, language: found }) })
  }

  return (
    <ModalDialog title={t('editor.link.title')} onClose={onClose} focusAfter={focusAfter}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <TextField
          ref={addressField}
          label={t('editor.link.target')}
          hint={t('editor.link.hint')}
          error={isInvalid ? t('editor.link.invalid') : undefined}
          autoComplete="off"
          spellCheck={false}
          value={target}
          onChange={(event) => {
            setTarget(event.target.value)
            setIsInvalid(false)
          }}
        />
        <ArticleChoice articles={articles} onChoose={choose} />
        <TextField
          label={t('editor.link.text')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          {link.address && (
            <Button variant="ghost" className="mr-auto -ml-4" onClick={() => onDone(null)}>
              {t('editor.link.remove')}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit">{t('editor.link.insert')}</Button>
        </div>
      </form>
    </ModalDialog>
  )
}

function ArticleChoice({
  articles,
  onChoose,
}: {
  articles: FoundArticle[] | undefined
  onChoose: (article: FoundArticle) => void
}) {
  return (
    <div>
      <Announcement>{articles ? t('editor.link.found', { count: articles.length }) : ''}</Announcement>
      {articles?.length === 0 && <p className="text-faint text-sm">{t('editor.link.none')}</p>}
      {articles !== undefined && articles.length > 0 && (
        <ul
          aria-label={t('editor.link.articles')}
          className="max-h-56 divide-y divide-line overflow-y-auto border-line border-y"
        >
          {articles.map((article) => (
            <li key={article.id}>
              <button
                type="button"
                onClick={() => onChoose(article)}
                className="block min-h-11 w-full px-2 py-2 text-left text-sm hover:bg-wash focus-visible:-outline-offset-2 dark:hover:bg-line"
              >
                <span lang={article.language} className="block font-medium">
                  {article.title}
                </span>
                <span className="block break-all text-faint">{articlePath(article)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
