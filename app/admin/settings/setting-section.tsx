import { createContext, use, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { useLeaveBlocker } from '#app/admin/kit/ui/leave-dialog.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import { anchorOf, SETTING_LABELS, type SettingsSection } from '#app/admin/settings/sections.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { Button } from '#app/components/ui/button.tsx'

interface SectionFrameProps {
  section: SettingsSection
  children: React.ReactNode
}

/** The heading of a section, which names its form, and what is below it. */
export function SectionFrame({ section: { slug, title, intro }, children }: SectionFrameProps) {
  return (
    <section aria-labelledby={slug}>
      <h2 id={slug} tabIndex={-1} className="font-display font-medium text-title">
        {title}
      </h2>
      <p className="mt-1.5 mb-7 max-w-prose text-sm text-soft">{intro}</p>
      {children}
    </section>
  )
}

interface SettingSectionProps {
  form: SettingForm
  section: SettingsSection
  children: React.ReactNode
  /** True if it needs the whole width of the page. */
  isWide?: boolean
  /** Below the form: what is not saved with it. */
  after?: React.ReactNode
}

/** A section of settings, which are saved together. */
export function SettingSection({ form, section, children, isWide = false, after }: SettingSectionProps) {
  const { keys } = section
  const edited = keys.filter((key) => form.edited.has(key))
  return (
    <SectionFrame section={section}>
      <SaveForm
        labelId={section.slug}
        isWide={isWide}
        error={form.errorOf(keys)}
        unsaved={edited.map((key) => SETTING_LABELS[key])}
        isSaving={form.isSaving}
        isBusy={form.isSaving}
        onSave={() => form.save(keys)}
        onDiscard={() => edited.forEach(form.discard)}
      >
        {() => <div className="space-y-6">{children}</div>}
      </SaveForm>
      {after}
    </SectionFrame>
  )
}

/** Called when a form was saved, such as for the next step of setting up. */
export const AfterSave = createContext<(() => void) | null>(null)

interface SaveFormProps {
  /** The id of the heading that names the form. */
  labelId: string
  isWide?: boolean
  error: string
  /** The names of what was changed and is not saved. */
  unsaved: readonly string[]
  isSaving: boolean
  /** True while it is being saved, or something else is being done with what it contains. */
  isBusy: boolean
  /** Returns false, with problems at the fields, if it cannot be saved. */
  onSave: () => Promise<boolean>
  onDiscard: () => void
  /** `attempt` runs another action that may fail like a save. */
  children: (attempt: (action: () => Promise<boolean>) => void) => React.ReactNode
}

/**
 * A form that is saved below its fields, or at the lower edge of the window once something was changed. A step of setting up shows that only
 * then, because it can be skipped. After an attempt that failed, focus is on the first field with a problem. It asks before it is left with changes.
 */
export function SaveForm(props: SaveFormProps) {
  const { labelId, isWide = false, error, unsaved, isSaving, isBusy, onSave, onDiscard, children } = props
  const element = useRef<HTMLFormElement>(null)
  const [failures, setFailures] = useState(0)
  const [isSaved, setIsSaved] = useState(false)
  const afterSave = use(AfterSave)
  const isEdited = unsaved.length > 0
  useFieldOfAddress(element)
  useShortcuts([{ key: 's', run: () => isEdited && element.current?.requestSubmit() }])
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failures])
  // Called once nothing is unsaved any more, so that it may be left.
  useEffect(() => {
    if (!isSaved || isEdited) return
    setIsSaved(false)
    afterSave?.()
  }, [isSaved, isEdited, afterSave])

  const attempt = (action: () => Promise<boolean>) =>
    void action().then((isDone) => isDone || setFailures((count) => count + 1))

  async function save() {
    const isDone = await onSave()
    setIsSaved(isDone)
    return isDone
  }

  return (
    <form
      ref={element}
      noValidate
      method="post"
      aria-labelledby={labelId}
      aria-busy={isBusy}
      className={`space-y-6 ${isWide ? '' : 'max-w-2xl'}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (isEdited && !isBusy) attempt(save)
      }}
    >
      {children(attempt)}
      <Announcement urgent>{error}</Announcement>
      {(isEdited || error || !afterSave) && (
        // The buttons are on the left, because a toast would cover them on the right.
        <div
          className={`-mx-5 space-y-2 border-line border-t bg-paper px-5 py-3 sm:mx-0 sm:px-0 ${isEdited ? 'sticky bottom-0 z-10' : ''}`}
        >
          {error && <p className="text-red text-sm">{error}</p>}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button type="submit" aria-disabled={!isEdited || isBusy}>
              {isSaving ? t('settings.saving') : t(afterSave ? 'setup.saveAndGoOn' : 'settings.save')}
            </Button>
            {isEdited && (
              <Button
                variant="ghost"
                aria-disabled={isBusy}
                onClick={() => {
                  if (isBusy) return
                  onDiscard()
                  document.getElementById(labelId)?.focus()
                }}
              >
                {t('settings.discard')}
              </Button>
            )}
            <p className="min-w-0 grow basis-60 text-faint text-sm wrap-anywhere">
              {isEdited ? t('settings.unsaved', { names: unsaved.join(', ') }) : t('settings.allSaved')}
            </p>
          </div>
        </div>
      )}
      <LeaveUnsaved isEdited={isEdited} names={unsaved} />
    </form>
  )
}

/** Asks before a section is left while something in it is not saved. */
function LeaveUnsaved({ isEdited, names }: { isEdited: boolean; names: readonly string[] }) {
  const blocker = useLeaveBlocker(() => isEdited)
  if (blocker.state !== 'blocked') return null
  let isLeaving = false
  return (
    <ConfirmDialog
      title={t('settings.leave.title')}
      action={t('settings.leave.action')}
      keep={t('ui.stay')}
      onConfirm={async () => {
        isLeaving = true
        blocker.proceed()
      }}
      onClose={() => isLeaving || blocker.reset()}
    >
      <p>{t('settings.leave.text', { names: names.join(', ') })}</p>
    </ConfirmDialog>
  )
}

/** Moves focus to the field that the address names by its label, or to the first control of the group with that name. */
function useFieldOfAddress(element: React.RefObject<HTMLFormElement | null>): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again is another navigation
  useEffect(() => {
    if (!hash) return
    // Delayed until after the focus that every navigation moves to the page.
    const frame = requestAnimationFrame(() => findField(element.current, hash.slice(1))?.focus())
    return () => cancelAnimationFrame(frame)
  }, [hash, key])
}

function findField(form: HTMLFormElement | null, anchor: string): HTMLElement | null {
  const names = [...(form?.closest('section')?.querySelectorAll<HTMLElement>('label, legend, button') ?? [])]
  const name = names.find(({ textContent }) => anchorOf(textContent ?? '') === anchor)
  if (name instanceof HTMLLabelElement) return name.control
  if (name instanceof HTMLLegendElement)
    return name.parentElement?.querySelector<HTMLElement>('input, select, textarea, summary, button') ?? null
  return name ?? form?.querySelector<HTMLElement>('input, select, textarea') ?? null
}
