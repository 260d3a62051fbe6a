import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { blocksQuery, SOCIAL_KEY } from '#app/admin/readers/social/social-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { blockOnSocialWeb, unblockOnSocialWeb } from '#core/data/social-web.ts'
import type { SocialBlock } from '#core/domain/social-web.ts'
import { socialBlockInput } from '#core/domain/social-web.ts'

/** Lists who is blocked. Administrators block others here, and unblock them. */
export function BlocksSection() {
  const isAdmin = useMember().role === 'admin'
  const blocks = useQuery(blocksQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <PageSection
      id="blocks"
      title={t('social.blocks.title')}
      titleRef={heading}
      intro={t('social.blocks.intro')}
    >
      <QueryView query={blocks} what={t('social.blocks.title')} pending={<ListSkeleton rows={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-sm text-soft">{t('social.blocks.none')}</p>
          ) : (
            <ul aria-labelledby="blocks" className="divide-y divide-line">
              {rows.map((block) => (
                <li
                  key={`${block.kind} ${block.value}`}
                  className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1.5 py-4 text-sm first:pt-0"
                >
                  <BlockFacts block={block} />
                  {isAdmin && <Unblock block={block} focusAfter={heading} />}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {isAdmin && <BlockForm focusAfter={heading} />}
    </PageSection>
  )
}

function BlockFacts({ block: { kind, value, made_at, made_by } }: { block: SocialBlock }) {
  return (
    <div className="min-w-0 grow basis-64">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="min-w-0 font-medium wrap-anywhere">{value}</bdi>
        <Badge look="plain">{t(kind === 'actor' ? 'social.blocks.person' : 'social.blocks.server')}</Badge>
      </p>
      <p className="mt-0.5 text-faint">
        <FilledMessage
          text={t(made_by ? 'social.blocks.by' : 'social.blocks.when')}
          values={{ name: <bdi>{made_by}</bdi>, when: <LocalTime iso={made_at} precision="minute" /> }}
        />
      </p>
    </div>
  )
}

type FocusAfter = { focusAfter: React.RefObject<HTMLElement | null> }

function Unblock({ block, focusAfter }: FocusAfter & { block: SocialBlock }) {
  const unblock = useDeskMutation({
    run: unblockOnSocialWeb,
    done() {
      focusAfter.current?.focus()
      return t('social.blocks.unblock.done')
    },
    invalidates: [SOCIAL_KEY],
  })

  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={t('social.blocks.unblock.named', { whom: block.value })}
      aria-disabled={unblock.isPending}
      onClick={() => unblock.isPending || void unblock.attempt(block)}
    >
      {t('social.blocks.unblock')}
    </Button>
  )
}

/** Asks for a server or a person that is in no list above. */
function BlockForm({ focusAfter }: FocusAfter) {
  const [asked, setAsked] = useState<BlockQuestion | null>(null)
  const state = useDeskForm({
    schema: socialBlockInput,
    initial: { whom: '' },
    submit: async (question) => setAsked(question),
  })
  return (
    <>
      <DeskForm
        state={state}
        secondary
        action={t('social.blocks.ask')}
        busyAction={t('ui.oneMoment')}
        label={t('social.blocks.add')}
        className="mt-6 max-w-md"
      >
        <FormField
          state={state}
          name="whom"
          label={t('social.blocks.whom')}
          hint={t('social.blocks.whomHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </DeskForm>
      {asked && (
        <BlockDialog
          question={asked}
          focusAfter={focusAfter}
          onDone={() => state.form.reset()}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

export interface BlockQuestion {
  /** An address, a handle, or the name of a server. */
  whom: string
  /** The name of the person where there is more than the address. */
  name?: string | null
}

interface BlockDialogProps {
  question: BlockQuestion
  /** The element that gets the focus when the person and the buttons are gone. */
  focusAfter: React.RefObject<HTMLElement | null>
  onDone?: () => void
  onClose: () => void
}

/** Asks before a person or a server is blocked, because what they did here is deleted. */
export function BlockDialog({ question, focusAfter, onDone, onClose }: BlockDialogProps) {
  const { whom, name } = question
  const { toast } = useToast()
  const block = useDeskMutation({ run: blockOnSocialWeb, invalidates: [SOCIAL_KEY] })
  const isPerson = /^(@|https?:)/.test(whom)
  return (
    <ConfirmDialog
      title={t(isPerson ? 'social.block.person.title' : 'social.block.server.title')}
      action={t(isPerson ? 'social.block.person' : 'social.block.server')}
      focusAfter={focusAfter}
      onConfirm={async () => {
        await block.mutateAsync(whom)
        toast({
          title: t('ui.success'),
          description: t(isPerson ? 'social.block.person.done' : 'social.block.server.done'),
        })
        onDone?.()
      }}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <FilledMessage
          text={t(isPerson ? 'social.block.person.warning' : 'social.block.server.warning')}
          values={{ whom: <bdi className="font-medium text-ink">{name || whom}</bdi> }}
        />
      </p>
    </ConfirmDialog>
  )
}
