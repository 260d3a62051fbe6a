import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mediaByNameQuery } from '#app/admin/media/media-queries.ts'
import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { MAX_LENGTHS } from '#core/domain/article-input.ts'
import { fileNameOf, readImageAddress } from '#core/domain/image-address-input.ts'

/** A field for the address of an image, which is used when it is pasted, or confirmed. */
export function ImageAddressField({ onAddress }: { onAddress: (address: string) => void }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState('')

  async function use(typed: string) {
    const address = await resolve(typed)
    if (address === null) return
    if ([...address].length > MAX_LENGTHS.hero_image) return setError(t('media.address.long'))
    setText('')
    setError('')
    onAddress(address)
  }

  /** The address as articles store it; null when there is none. */
  async function resolve(typed: string): Promise<string | null> {
    const read = readImageAddress(typed, window.location.origin)
    if (read.kind === 'none') return null
    if (read.kind === 'invalid') {
      setError(t('media.address.invalid'))
      return null
    }
    if (read.kind !== 'hosted') return read.address
    // A file that moved here from a project of hosted Supabase.
    const name = fileNameOf(read.ownAddress) ?? ''
    const own = await queries.fetchQuery(mediaByNameQuery(name)).catch(() => null)
    return own ? read.ownAddress : read.address
  }

  return (
    <div className="mt-3 flex items-end gap-2.5">
      <TextField
        label={t('media.address.label')}
        className="min-w-0 grow"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          setError('')
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (text || !pasted.trim() || event.clipboardData.files.length > 0) return
          event.preventDefault()
          setText(pasted)
          void use(pasted)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form around it must not be submitted.
          event.preventDefault()
          void use(text)
        }}
      />
      <Button
        variant="secondary"
        className={error ? 'mb-6.5' : ''}
        aria-disabled={text.trim() === ''}
        onClick={() => void use(text)}
      >
        {t('media.address.use')}
      </Button>
    </div>
  )
}
