import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadCatalog } from '#app/messages.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'

await loadCatalog(languageOfUrl(new URL(window.location.href)))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
