import { useRef, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { changeSavedList, StoreError } from '#app/saved/saved-list-store.ts'
import { addImported, MAX_SAVED, type SavedList } from '#core/domain/saved-list.ts'
import type { Translate } from '#core/i18n/translator.ts'

interface ListFileProps {
  t: Translate
  list: SavedList
  onImported: () => void
}

/** Takes the list along to another browser, as a file. The code that reads and writes one is loaded with its first use. */
export function ListFile({ t, list, onImported }: ListFileProps) {
  const { siteUrl } = useSiteData()
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<{ text: string; isProblem: boolean } | null>(null)

  async function write() {
    const { writeSavedFile } = await import('#core/domain/saved-file.ts')
    const url = URL.createObjectURL(new Blob([writeSavedFile(list, siteUrl)], { type: 'application/json' }))
    Object.assign(document.createElement('a'), {
      href: url,
      download: `${t('saved.file.name')}.json`,
    }).click()
    URL.revokeObjectURL(url)
  }

  async function read(file: File) {
    const { readSavedFile, SAVED_FILE_MAX_BYTES } = await import('#core/domain/saved-file.ts')
    const found =
      file.size > SAVED_FILE_MAX_BYTES
        ? { code: 'tooLarge' as const, what: '' }
        : readSavedFile(await file.text(), siteUrl)
    if (!Array.isArray(found)) return fail(t(`saved.import.${found.code}`, { what: found.what ?? '' }))
    let isTooLong = false
    try {
      changeSavedList((before) => {
        const added = addImported(before, found)
        isTooLong = added === null
        return added
      })
    } catch (error) {
      if (error instanceof StoreError) return fail(t(`saved.problem.${error.problem}`))
      throw error
    }
    if (isTooLong) return fail(t('saved.tooMany', { max: MAX_SAVED }))
    setSaid({ text: t('saved.imported', { count: found.length }), isProblem: false })
    onImported()
  }
  const fail = (text: string) => setSaid({ text, isProblem: true })

  return (
    <section className="mt-14 border-line border-t pt-6">
      <h2 className="font-display text-title-lg font-medium">{t('saved.file.title')}</h2>
      <p className="mt-3 text-soft">{t('saved.file.text')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => void write()}>
          {t('saved.file.export')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
          {t('saved.file.import')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t('saved.file.import')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) void read(file)
        }}
      />
      <p role="status" className={`mt-3 ${said?.isProblem ? 'text-red' : ''}`}>
        {said?.text}
      </p>
    </section>
  )
}
