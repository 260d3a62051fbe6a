import type { Mutation } from './mutations.ts'

/** Mistakes in the desk that the tests of its screens must notice, each in another part of it. */
export const SCREEN_MUTATIONS: Mutation[] = [
  {
    name: 'lose what is typed while an article is being saved',
    change: {
      file: 'app/admin/stories/article/save/use-save.ts',
      text: 'options.onStored(saved, typed)',
      replacement: 'options.onStored(saved, readForm())',
    },
    tests: ['tests/screens/article-form.test.tsx'],
  },
  {
    name: 'stay on the page of a list when its filters change',
    change: {
      file: 'app/admin/kit/table/table-address.ts',
      text: '...(isSameList ? {} : { page: 1, open: null }),',
      replacement: '...(isSameList ? {} : { open: null }),',
    },
    tests: ['tests/screens/article-lists.test.tsx'],
  },
  {
    name: 'publish with findings that only the last check has',
    change: {
      file: 'app/admin/stories/publish/publish-panel.tsx',
      text: "if (now.some((id) => !open.includes(id))) return setSaid(t('article.publish.open'))",
      replacement: '',
    },
    tests: ['tests/screens/publish-panel.test.tsx'],
  },
  {
    name: 'keep the end of an article that is to stay for good',
    change: {
      file: 'app/admin/stories/publish/publish-panel.tsx',
      text: 'end: end ?? (props.isUnpublishingSet ? null : undefined)',
      replacement: 'end: end ?? undefined',
    },
    tests: ['tests/screens/publish-panel.test.tsx'],
  },
  {
    name: 'publish again what is restored as a draft',
    change: {
      file: 'app/admin/stories/trash/restore-dialog.tsx',
      text: '      asDraft,\n',
      replacement: '      asDraft: false,\n',
    },
    tests: ['tests/screens/trash.test.tsx'],
  },
  {
    name: 'offer discarded work again',
    change: {
      file: 'app/admin/stories/unsaved/restore-offer.tsx',
      text: '            await discardCopy(discarded.id)\n',
      replacement: '',
    },
    tests: ['tests/screens/unsaved-work.test.tsx'],
  },
  {
    name: 'take a suggestion when an answer to it has the letter t',
    change: {
      file: 'app/admin/stories/notes/panel/thread-card.tsx',
      text: 'if (!run || isChord || event.target !== event.currentTarget) return',
      replacement: 'if (!run || isChord) return',
    },
    tests: ['tests/screens/notes.test.tsx'],
  },
  {
    name: 'undo a move on the calendar to where the item was already',
    change: {
      file: 'app/admin/stories/calendar/item-dialog.tsx',
      text: 'moveTo({ ...item, day: to }, item.day)',
      replacement: 'moveTo(item, item.day)',
    },
    tests: ['tests/screens/calendar.test.tsx'],
  },
  {
    name: 'restore a deleted term without its example',
    change: {
      file: 'app/admin/languages/glossary/glossary-list.tsx',
      text: '  term,\n  example,\n',
      replacement: "  term,\n  example: '',\n",
    },
    tests: ['tests/screens/glossary.test.tsx'],
  },
  {
    name: 'keep the old translation when the proposed one is taken',
    change: {
      file: 'app/admin/languages/review/use-row-actions.ts',
      text: 'draft.change(position, { text, decided: true })',
      replacement: 'draft.change(position, { decided: true })',
    },
    tests: ['tests/screens/translation-review.test.tsx'],
  },
  {
    name: 'ask about the wrong number of messages before the rest of a sending is cancelled',
    change: {
      file: 'app/admin/newsletter/progress/sending-controls.tsx',
      text: "t('newsletterSending.control.cancelText', { count: counts.pending })",
      replacement: "t('newsletterSending.control.cancelText', { count: counts.failed })",
    },
    tests: ['tests/screens/newsletter/sending.test.tsx'],
  },
  {
    name: 'count the lines that are shown among those that are not',
    change: {
      file: 'app/admin/subscribers/import-report.tsx',
      text: "t('subscribers.import.more', { count: reported - problems.length })",
      replacement: "t('subscribers.import.more', { count: reported })",
    },
    tests: ['tests/screens/subscribers.test.tsx'],
  },
  {
    name: 'lose the focus when changes of settings are discarded',
    change: {
      file: 'app/admin/settings/setting-section.tsx',
      text: '                document.getElementById(labelId)?.focus()\n',
      replacement: '',
    },
    tests: ['tests/screens/settings.test.tsx'],
  },
  {
    name: 'offer every screen in the menu',
    change: {
      file: 'app/admin/shell/main-menu.tsx',
      text: 'isFor={(path) => mayOpen(member, path)}',
      replacement: 'isFor={() => true}',
    },
    tests: ['tests/screens/roles.test.tsx'],
  },
  {
    name: 'ask for codes in a session that has ended',
    change: {
      file: 'app/admin/shell/sign-in/factor-form.tsx',
      text: "    if (isSessionExpired(error)) onBack(t('signIn.factor.tooLate'))\n",
      replacement: '',
    },
    tests: ['tests/screens/sign-in.test.tsx'],
  },
  {
    name: 'say nothing of a wrong password when a session is renewed',
    change: {
      file: 'app/admin/shell/renewal-dialog.tsx',
      text: "outcome !== 'second_factor') return describeOutcome(outcome)",
      replacement: "outcome !== 'second_factor') return",
    },
    tests: ['tests/screens/session-renewal.test.tsx'],
  },
  {
    name: 'say that pictures are deleted when the session had ended',
    change: {
      file: 'app/admin/media/delete-media-dialog.tsx',
      text: 'if (data.length === names.length) return',
      replacement: 'if (data.length <= names.length) return',
    },
    tests: ['tests/screens/media.test.tsx'],
  },
  {
    name: 'go on with an upload from another file of the same name',
    change: {
      file: 'app/admin/operations/imports/upload-view.tsx',
      text: 'plainFileName(file.name) === record.name && (record.size === null || file.size === record.size)',
      replacement: 'plainFileName(file.name) === record.name',
    },
    tests: ['tests/screens/import.test.tsx'],
  },
  {
    name: 'go on with daily backups that were switched off',
    change: {
      file: 'app/admin/operations/backups/backups-page.tsx',
      text: 'save.attempt({ daily_at: isDaily ? time : null })',
      replacement: 'save.attempt({ daily_at: time })',
    },
    tests: ['tests/screens/backups.test.tsx'],
  },
  {
    name: 'lose the focus with the block that is removed',
    change: {
      file: 'app/admin/readers/social/blocks-section.tsx',
      text: '      focusAfter.current?.focus()\n',
      replacement: '',
    },
    tests: ['tests/screens/social.test.tsx'],
  },
]
