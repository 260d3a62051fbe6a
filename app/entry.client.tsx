import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadMessages } from '#app/messages.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'

await loadMessages(DEFAULT_LANGUAGE)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
