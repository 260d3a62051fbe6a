import { useSearchParams } from 'react-router'
import { isLanguage, type Language } from '#core/i18n/languages.ts'

/** The steps from a draft to its readers, in their order. */
export const STEPS = ['write', 'editions', 'check', 'send'] as const
export type Step = (typeof STEPS)[number]

/** In the address when every step is closed. */
const NONE = 'none'

interface OpenStep {
  step: Step | null
  /** The edition that the address names. */
  language: Language | null
  /** Opens a step, or closes all, as an entry of the history. */
  open: (step: Step | null) => void
  showEdition: (language: Language) => void
}

/** Tells which step is open, from the address of the page. `first` is open where the address names none of the steps. */
export function useStep(steps: readonly Step[], first: Step | null): OpenStep {
  const [params, setParams] = useSearchParams()
  const asked = params.get('step')
  const step = asked === NONE ? null : (steps.find((one) => one === asked) ?? first)
  const edition = params.get('edition')

  function write(change: Record<string, string>, replace: boolean) {
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), ...change }), {
      replace,
      preventScrollReset: true,
    })
  }

  return {
    step,
    language: edition !== null && isLanguage(edition) ? edition : null,
    open: (wanted) => write({ step: wanted ?? NONE }, false),
    showEdition: (language) => write({ step: 'editions', edition: language }, true),
  }
}

interface StepPlace {
  step: Step
  /** Of the edition that is shown. */
  language?: Language | null
  /** The id of what gets the focus. */
  id?: string
}

/** The link to a step, or to something in it, on the same page. */
export function stepLink({ step, language, id }: StepPlace): { search: string; hash: string } {
  const search = new URLSearchParams({ step, ...(language && { edition: language }) })
  return { search: `?${search}`, hash: id ? `#${id}` : '' }
}
