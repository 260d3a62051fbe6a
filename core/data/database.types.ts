// Written by `npm run db:types`; changes by hand are lost.
import type { TranslatedField } from '#core/domain/article.ts'
import type { Role } from '#core/domain/role.ts'
import type { JudgedField } from '#core/domain/sourced-article.ts'
import type { Language } from '#core/i18n/languages.ts'

/** All that the official client can reach, as PostgreSQL describes it. `core/data/database.ts` says it more narrowly. */
export type DatabaseTypes = {
  Tables: {
    access_tokens: {
      Row: {
        id: string
        name: string
        hint: string
        scopes: ('read' | 'drafts' | 'publish' | 'translate' | 'subscribers')[]
        made_by: string
        created_at: string
        ends_at: string
        last_used_at: string | null
      }
      Required: 'name' | 'hint' | 'scopes' | 'made_by' | 'ends_at'
    }
    article_check_overrides: {
      Row: {
        article_id: string
        finding: string
        reason: string
        made_at: string
        made_by: string | null
      }
      Required: 'article_id' | 'finding' | 'reason'
    }
    article_corrections: {
      Row: {
        id: string
        article_id: string
        corrected_at: string
        text: string
        source_id: string | null
        source_text: string | null
      }
      Required: 'article_id' | 'text'
    }
    article_notes: {
      Row: {
        id: string
        article_id: string
        original_id: string
        language: Language
        kind: 'note' | 'suggestion'
        parent: string | null
        field: TranslatedField | null
        quote: string
        quote_length: number
        prefix: string
        suffix: string
        start_at: number | null
        body: string
        replacement: string | null
        sent_with: string | null
        mentions: string[]
        made_by: string
        made_by_name: string
        made_at: string
        edited_at: string | null
        outcome: 'resolved' | 'taken' | 'refused' | 'withdrawn' | null
        decided_by: string | null
        decided_by_name: string | null
        decided_at: string | null
      }
      Required: 'id' | 'article_id' | 'original_id' | 'language' | 'kind' | 'made_by' | 'made_by_name'
    }
    article_people: {
      Row: {
        article_id: string
        user_id: string
        added_by: string | null
        added_at: string
      }
      Required: 'article_id' | 'user_id'
    }
    article_previews: {
      Row: {
        id: string
        article_id: string
        created_at: string
        created_by: string
        expires_at: string
      }
      Required: 'article_id' | 'created_by' | 'expires_at'
    }
    article_revisions: {
      Row: {
        id: number
        article_id: string
        made_at: string
        made_by: string | null
        note: string | null
        title: string
        published: boolean
        article: unknown
        words: number | null
        words_added: number | null
        words_removed: number | null
        events: unknown
        by_program: boolean
      }
      Required: 'article_id' | 'title' | 'published' | 'article'
    }
    article_schedules: {
      Row: {
        article_id: string
        publish_at: string
        zone: string
        status: 'waiting' | 'published' | 'missed' | 'failed'
        reason: string | null
        created_at: string
        created_by: string | null
        settled_at: string | null
        featured: boolean
        accepted: unknown
        along: unknown
      }
      Required: 'article_id' | 'publish_at' | 'zone'
    }
    article_sentences: {
      Row: {
        article_id: string
        text_hash: string
        position: number
        field: JudgedField
        text: string
        key: string
        kind: 'fact' | 'quote' | 'context' | 'heading'
        cites: unknown
        verdict: 'green' | 'amber' | 'red'
        findings: unknown
        is_signable: boolean
        judged_at: string
      }
      Required: 'article_id' | 'text_hash' | 'position' | 'field' | 'text' | 'key' | 'kind' | 'verdict'
    }
    article_sources: {
      Row: {
        article_id: string
        number: number
        item_id: string | null
        outlet: string
        title: string
        url: string | null
        language: string | null
        published_at: string
        origin_id: string
        added_at: string
        added_by: string | null
        state: 'present' | 'removed' | 'corrected' | 'withdrawn'
        state_since: string | null
        checked_at: string | null
        seen_at: string | null
        seen_by: string | null
      }
      Required: 'article_id' | 'number' | 'outlet' | 'title' | 'published_at' | 'origin_id'
    }
    article_translations: {
      Row: {
        translation_id: string
        original_id: string
        language: Exclude<Language, 'en'>
        source_revision: number | null
        origin: 'machine' | 'person'
        model: string | null
        translated_at: string
        reviewed_at: string | null
        stale_since: string | null
        changed_segments: number | null
        corrected_at: string | null
      }
      Required: 'translation_id' | 'original_id' | 'language'
    }
    article_trash: {
      Row: {
        id: string
        article_id: string
        story_id: string
        deleted_with: string | null
        deleted_at: string
        deleted_by: string | null
        language: string
        slug: string
        title: string
        category: string
        published: boolean
        article: unknown
        redirects: unknown
        updated_at: string | null
        words: string
      }
      Required: 'article_id' | 'story_id' | 'language' | 'slug' | 'title' | 'category' | 'published' | 'article' | 'redirects'
    }
    article_unpublishings: {
      Row: {
        article_id: string
        unpublish_at: string
        zone: string
        created_at: string
        created_by: string | null
      }
      Required: 'article_id' | 'unpublish_at' | 'zone'
    }
    article_workflow: {
      Row: {
        article_id: string
        owner: string | null
        state: 'draft' | 'handed_in' | 'in_edit' | 'ready'
        next_person: string | null
        next_task: string | null
        next_since: string | null
        due_on: string | null
        updated_at: string
        next_from: string | null
        changed_by: string | null
      }
      Required: 'article_id'
    }
    articles: {
      Row: {
        id: string
        slug: string
        language: Language
        title: string
        subtitle: string | null
        excerpt: string
        content: string
        category: string
        author: string
        reading_time: string
        hero_image: string | null
        publish_date: string
        created_at: string
        updated_at: string
        published: boolean
        featured: boolean
        original_article_id: string | null
        revision_note: string | null
        social_title: string | null
        social_description: string | null
        social_image: string | null
      }
      Required: 'slug' | 'title' | 'excerpt' | 'content' | 'category'
    }
    audit_log: {
      Row: {
        id: number
        happened_at: string
        actor: string | null
        action: string
        subject_id: string | null
        reason: string | null
        details: unknown
        kind: 'articles' | 'translations' | 'work' | 'pages' | 'pictures' | 'newsletter' | 'subscribers' | 'administrators' | 'settings'
        actor_name: string
        did: string
        subject_name: string | null
        person: string
        words: string
      }
      Required: 'action' | 'kind' | 'actor_name' | 'did'
    }
    authors: {
      Row: {
        slug: string
        picture: string | null
        descriptions: unknown
        languages: string[]
        links: unknown
        former_slugs: string[]
        updated_at: string
      }
      Required: 'slug'
    }
    categories: {
      Row: {
        slug: string
        position: number | null
        color: string | null
        names: unknown
        descriptions: unknown
        retired_to: string | null
      }
      Required: 'slug'
    }
    glossary_proposals: {
      Row: {
        id: string
        language: Exclude<Language, 'en'>
        before: string
        after: string
        term: string | null
        status: 'open' | 'accepted' | 'rejected'
        created_at: string
        change_key: string | null
        proposed_by: string | null
        why: string | null
      }
      Required: 'language' | 'before' | 'after'
    }
    glossary_terms: {
      Row: {
        id: string
        language: Exclude<Language, 'en'>
        term: string
        rule: 'keep' | 'translate-as' | 'never'
        translation: string | null
        created_at: string
        updated_at: string
        example: string | null
      }
      Required: 'language' | 'term' | 'rule'
    }
    handovers: {
      Row: {
        id: number
        article_id: string
        made_at: string
        made_by: string
        from_person: string | null
        to_person: string | null
        state_before: string
        state_after: string
        due_on: string | null
        sentence: string | null
      }
      Required: 'article_id' | 'made_by' | 'state_before' | 'state_after'
    }
    ideas: {
      Row: {
        id: string
        title: string
        why: string
        links: string[]
        language: Language | null
        section: string | null
        person: string | null
        planned_on: string | null
        made_by: string | null
        made_at: string
        updated_at: string
        article_id: string | null
        dropped_at: string | null
      }
      Required: 'title'
    }
    mail_deliveries: {
      Row: {
        id: string
        kind: string
        recipient: string
        subject: string
        status: 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain'
        attempts: number
        last_error: string | null
        message_id: string | null
        created_at: string
        updated_at: string
        sent_at: string | null
        transport: string | null
      }
      Required: 'id' | 'kind' | 'recipient' | 'subject' | 'status'
    }
    media_files: {
      Row: {
        id: string
        name: string
        type: string | null
        size: number | null
        version: string | null
        uploaded_at: string
        updated_at: string
        alts: unknown
        decorative: boolean
        credit: string | null
        licence: string | null
        licence_url: string | null
        focus_x: number
        focus_y: number
        captions: unknown
        original_name: string | null
        source_url: string | null
        words: string
      }
      Required: 'id' | 'name'
    }
    media_uses: {
      Row: {
        name: string
        kind: 'hero' | 'content' | 'revision' | 'trash' | 'copy' | 'page'
        source_id: string
        article_id: string
      }
      Required: 'name' | 'kind' | 'source_id' | 'article_id'
    }
    news_feeds: {
      Row: {
        id: string
        url: string
        title: string
        site_url: string | null
        outlet: string
        language: string | null
        is_paused: boolean
        added_by: string | null
        created_at: string
        next_request_at: string
        requested_at: string | null
        succeeded_at: string | null
        etag: string | null
        last_modified: string | null
        failing_since: string | null
        failure: string | null
        failure_detail: string | null
        failures: number
        reservation: 'tdmrep' | 'noai' | 'robots' | null
        items: number
      }
      Required: 'url' | 'outlet'
    }
    news_groups: {
      Row: {
        id: string
        created_at: string
        newest_at: string
        links: number
        origins: number
        headline: string
        languages: string[]
        outlets: string[]
        section: string | null
        section_fit: number
        section_words: string[]
        rank: number
        hidden_at: string | null
        hidden_by: string | null
      }
      Required: never
    }
    news_items: {
      Row: {
        id: string
        kind: 'feed' | 'address' | 'text'
        feed_id: string | null
        url: string | null
        canonical_url: string | null
        title: string
        outlet: string
        author: string
        language: string | null
        published_at: string
        added_at: string
        added_by: string | null
        excerpt: string
        reservation: 'tdmrep' | 'noai' | 'robots' | null
        group_id: string | null
        origin_id: string | null
        grouped_at: string | null
      }
      Required: 'kind' | 'title' | 'outlet' | 'published_at'
    }
    newsletter_clicks: {
      Row: {
        issue_id: string
        link: number
        target: string
        day: string
        people: number
        scanners: number
      }
      Required: 'issue_id' | 'link' | 'target'
    }
    newsletter_deliveries: {
      Row: {
        id: number
        issue_id: string
        subscriber_id: string | null
        email: string | null
        language: string
        status: 'pending' | 'sending' | 'sent' | 'failed' | 'uncertain' | 'skipped' | 'empty'
        message_id: string
        attempts: number
        batch_id: string | null
        due_at: string | null
        settled_at: string | null
        reason: string | null
        sections: string[] | null
      }
      Required: 'issue_id' | 'language'
    }
    newsletter_editions: {
      Row: {
        issue_id: string
        language: Language
        subject: string
        preheader: string
        introduction: string
        content: string | null
        origin: 'model' | 'rules' | 'person'
        model: string | null
        dropped: unknown
        source_hash: string | null
        reviewed_at: string | null
        reviewed_by: string | null
        made_at: string
        updated_at: string
      }
      Required: 'issue_id' | 'language' | 'origin'
    }
    newsletter_issue_events: {
      Row: {
        id: number
        issue_id: string
        happened_at: string
        actor: string | null
        event: 'draft' | 'approved' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | 'held' | 'tested' | 'rehearsed' | 'retried' | 'resent' | 'waiting' | 'continued'
        reason: string | null
      }
      Required: 'issue_id' | 'event'
    }
    newsletter_issues: {
      Row: {
        id: string
        slug: string | null
        status: 'draft' | 'approved' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
        origin: 'desk' | 'clock' | 'call' | 'demo'
        covers_from: string | null
        covers_until: string | null
        created_at: string
        created_by: string | null
        updated_at: string
        revision: number
        tested_revision: number | null
        approved_at: string | null
        approved_by: string | null
        seal: string | null
        scheduled_for: string | null
        held_reason: string | null
        may_have_left: boolean
        pause_after: number | null
        counts_clicks: boolean
        audience: number | null
        started_at: string | null
        ended_at: string | null
        progressed_at: string | null
        into_outbox: boolean
        shows_pictures: boolean
        needs_approval: boolean
        waiting_since: string | null
        waiting_reason: string | null
        waiting_told: boolean
      }
      Required: never
    }
    newsletter_items: {
      Row: {
        id: string
        issue_id: string
        article_id: string
        section: 'top' | 'market' | 'research' | 'funding' | 'opinion' | 'next'
        position: number
        pinned: boolean
        left_out: string | null
      }
      Required: 'issue_id' | 'article_id' | 'section'
    }
    newsletter_messages: {
      Row: {
        issue_id: string
        language: Language
        subject: string
        preheader: string
        html: string
        body_text: string
        content: string
      }
      Required: 'issue_id' | 'language' | 'subject' | 'preheader' | 'html' | 'body_text' | 'content'
    }
    newsletter_subscribers: {
      Row: {
        id: string
        email: string
        language: Language
        subscribed_at: string
        confirmed: boolean
        is_active: boolean
        confirmed_at: string | null
        left_at: string | null
        left_reason: 'unsubscribed' | 'administrator' | 'bounced' | 'complained' | 'undelivered' | null
        sections: string[] | null
      }
      Required: 'email'
    }
    newsletter_summaries: {
      Row: {
        item_id: string
        language: Language
        summary: string
        origin: 'model' | 'rules' | 'person'
      }
      Required: 'item_id' | 'language' | 'summary' | 'origin'
    }
    outbox_mails: {
      Row: {
        id: number
        created_at: string
        message_id: string
        sender: string
        recipient: string
        subject: string
        body_text: string
        body_html: string
        headers: unknown
      }
      Required: 'message_id' | 'sender' | 'recipient' | 'subject' | 'body_text' | 'body_html'
    }
    page_revisions: {
      Row: {
        id: number
        slug: string
        language: string
        made_at: string
        made_by: string | null
        event: 'created' | 'changed' | 'published' | 'unpublished' | 'deleted'
        title: string
        published: boolean
        version: unknown
      }
      Required: 'slug' | 'language' | 'event' | 'title' | 'published' | 'version'
    }
    pages: {
      Row: {
        id: string
        slug: string
        language: Language
        title: string
        description: string
        content: string
        published: boolean
        position: number | null
        shipped: string | null
        created_at: string
        updated_at: string
      }
      Required: 'slug' | 'title'
    }
    pending_translations: {
      Row: {
        translation_id: string
        original_id: string
        language: Exclude<Language, 'en'>
        source_revision: number | null
        replaces: string
        title: string
        subtitle: string | null
        excerpt: string
        content: string
        origin: 'machine' | 'person'
        model: string | null
        parts: unknown
        corrected_at: string | null
        made_at: string
      }
      Required: 'translation_id' | 'original_id' | 'language' | 'replaces' | 'title' | 'excerpt' | 'content' | 'origin' | 'parts'
    }
    profiles: {
      Row: {
        user_id: string
        display_name: string | null
        picture: string | null
        language: Language
        wants_mails: boolean
        byline: string | null
        updated_at: string
        fediverse: string | null
      }
      Required: 'user_id'
    }
    sentence_signatures: {
      Row: {
        article_id: string
        key: string
        text: string
        reason: string
        signed_by: string
        signed_by_name: string
        signed_at: string
      }
      Required: 'article_id' | 'key' | 'text' | 'reason' | 'signed_by' | 'signed_by_name'
    }
    settings: {
      Row: {
        key: string
        value: unknown
        updated_at: string
        updated_by: string | null
      }
      Required: 'key' | 'value'
    }
    slug_redirects: {
      Row: {
        slug: string
        language: string
        article_id: string
        created_at: string
      }
      Required: 'slug' | 'language' | 'article_id'
    }
    sourced_articles: {
      Row: {
        article_id: string
        group_id: string | null
        begun_at: string
        begun_by: string | null
        model: string | null
        drafted_at: string | null
        question: string
        length: 'short' | 'medium' | 'long' | null
        dropped: unknown
        questioned_at: string | null
        questioned_model: string | null
        doubts: unknown
      }
      Required: 'article_id'
    }
    translation_claims: {
      Row: {
        id: string
        original_id: string
        language: Exclude<Language, 'en'>
        user_id: string
        claimed_at: string
        saved_at: string
        ended_at: string | null
        ended_how: 'done' | 'given_back' | 'taken_over' | 'expired' | null
      }
      Required: 'original_id' | 'language' | 'user_id'
    }
    translation_edits: {
      Row: {
        id: number
        language: Exclude<Language, 'en'>
        before: string
        after: string
        article_id: string
        segment_id: number
        replaced_id: number
        made_at: string
        change_key: string | null
      }
      Required: 'language' | 'before' | 'after' | 'article_id' | 'segment_id' | 'replaced_id'
    }
    translation_parts: {
      Row: {
        translation_id: string
        position: number
        segment_id: number
        proposed_id: number | null
        approved_at: string | null
        approved_by: string | null
      }
      Required: 'translation_id' | 'position' | 'segment_id'
    }
    translation_reports: {
      Row: {
        id: string
        translation_id: string
        quote: string
        comment: string
        created_at: string
        status: 'open' | 'done'
      }
      Required: 'translation_id' | 'quote'
    }
    translation_runs: {
      Row: {
        id: string
        article_id: string
        language: Exclude<Language, 'en'>
        status: 'queued' | 'running' | 'paused' | 'succeeded' | 'failed' | 'cancelled'
        renews_all: boolean
        attempt: number
        requested_at: string
        requested_by: string | null
        started_at: string | null
        ended_at: string | null
        segments: number
        segments_done: number
        segments_reused: number
        input_tokens: number
        output_tokens: number
        model: string | null
        reason: string | null
        failures: unknown
      }
      Required: 'article_id' | 'language'
    }
    translation_segments: {
      Row: {
        id: number
        language: Exclude<Language, 'en'>
        source_hash: string
        context: string
        source: string
        text: string
        origin: 'machine' | 'person'
        model: string | null
        article_id: string | null
        made_at: string
        made_by: string | null
        kept_because: string | null
      }
      Required: 'language' | 'source_hash' | 'context' | 'source' | 'text' | 'origin'
    }
    user_roles: {
      Row: {
        id: string
        user_id: string
        role: Role
        created_at: string
        languages: string[]
        permissions: string[]
      }
      Required: 'user_id' | 'role'
    }
    webhook_deliveries: {
      Row: {
        id: string
        webhook_id: string
        event: string
        happened_at: string
        data: unknown
        status: 'waiting' | 'delivered' | 'failed'
        attempts: number
        due_at: string
        tried_since: string | null
        attempted_at: string | null
        problem: string | null
        http_status: number | null
        answer: string | null
      }
      Required: 'webhook_id' | 'event' | 'data'
    }
    webhooks: {
      Row: {
        id: string
        url: string
        events: ('article.published' | 'article.updated' | 'article.unpublished' | 'article.corrected' | 'translation.waiting' | 'translation.published' | 'translation.failed' | 'newsletter.approved' | 'newsletter.sent' | 'newsletter.paused' | 'subscriber.confirmed' | 'subscriber.left')[]
        enabled: boolean
        created_at: string
        failing_since: string | null
        failures: number
        resumes_at: string
        switched_off_at: string | null
        attempted_at: string | null
        problem: string | null
        http_status: number | null
      }
      Required: 'url' | 'events'
    }
    working_copies: {
      Row: {
        id: string
        owner: string
        article_id: string
        since: string | null
        form: unknown
        created_at: string
        updated_at: string
        title: string
      }
      Required: 'id' | 'article_id' | 'form'
    }
  }
  Views: {
    articles_at_work: {
      Row: {
        id: string | null
        slug: string | null
        language: string | null
        title: string | null
        category: string | null
        author: string | null
        reading_time: string | null
        publish_date: string | null
        created_at: string | null
        updated_at: string | null
        published: boolean | null
        featured: boolean | null
        original_article_id: string | null
        owner: string | null
        state: string | null
        next_person: string | null
        due_on: string | null
      }
    }
    author_articles: {
      Row: {
        id: string | null
        slug: string | null
        language: string | null
        title: string | null
        subtitle: string | null
        excerpt: string | null
        category: string | null
        author: string | null
        reading_time: string | null
        hero_image: string | null
        publish_date: string | null
        featured: boolean | null
        author_slug: string | null
      }
    }
    media_library: {
      Row: {
        id: string | null
        name: string | null
        type: string | null
        size: number | null
        version: string | null
        uploaded_at: string | null
        updated_at: string | null
        alts: unknown
        decorative: boolean | null
        credit: string | null
        licence: string | null
        licence_url: string | null
        focus_x: number | null
        focus_y: number | null
        captions: unknown
        original_name: string | null
        source_url: string | null
        words: string | null
        described: boolean | null
        use: string | null
        in_articles: number | null
        in_drafts: number | null
        in_trash: number | null
        in_revisions: number | null
        in_copies: number | null
        in_pages: number | null
        changeable: boolean | null
      }
    }
    published_corrections: {
      Row: {
        id: string | null
        article_id: string | null
        corrected_at: string | null
        text: string | null
        language: string | null
        slug: string | null
        title: string | null
        original_article_id: string | null
      }
    }
    translated_articles: {
      Row: {
        id: string | null
        slug: string | null
        language: string | null
        title: string | null
        subtitle: string | null
        excerpt: string | null
        category: string | null
        author: string | null
        reading_time: string | null
        hero_image: string | null
        publish_date: string | null
        featured: boolean | null
        original_id: string | null
        original_category: string | null
        original_publish_date: string | null
      }
    }
    translations_with_originals: {
      Row: {
        translation_id: string | null
        original_id: string | null
        origin: string | null
        translated_at: string | null
        reviewed_at: string | null
        corrected_at: string | null
        original_slug: string | null
      }
    }
  }
  Functions: {
    add_correction: {
      Args: {
        p_article_id: string
        p_text: string
      }
      Returns: unknown
    }
    add_note: {
      Args: {
        p_id: string
        p_article_id: string
        p_body: string
        p_parent?: string | null
        p_anchor?: unknown
        p_mentions?: string[]
      }
      Returns: unknown
    }
    add_person: {
      Args: {
        p_article_id: string
        p_user_id: string
      }
      Returns: unknown
    }
    adopt_orphaned_copy: {
      Args: {
        p_id: string
      }
      Returns: unknown
    }
    answer_restored_issue: {
      Args: {
        p_issue_id: string
        p_was_sent: boolean
      }
      Returns: unknown
    }
    begin_draft: {
      Args: {
        p_idea_id: string
      }
      Returns: unknown
    }
    block_on_social_web: {
      Args: {
        p_whom: string
      }
      Returns: unknown
    }
    cancel_translation: {
      Args: {
        p_run_id: string
      }
      Returns: unknown
    }
    change_correction: {
      Args: {
        p_id: string
        p_text: string
      }
      Returns: unknown
    }
    change_invitation: {
      Args: {
        p_email: string
        p_role: string
        p_languages?: string[]
        p_permissions?: string[]
      }
      Returns: unknown
    }
    change_member: {
      Args: {
        p_user_id: string
        p_role: string
        p_languages?: string[]
        p_permissions?: string[]
        p_heir?: string | null
      }
      Returns: unknown
    }
    change_owner: {
      Args: {
        p_article_id: string
        p_owner: string
      }
      Returns: unknown
    }
    claim_translation: {
      Args: {
        p_original_id: string
        p_language: string
        p_take_over?: boolean
      }
      Returns: unknown
    }
    confirm_newsletter_subscription: {
      Args: {
        p_token: string
      }
      Returns: unknown
    }
    confirm_restoration: {
      Args: Record<never, never>
      Returns: unknown
    }
    count_article_views: {
      Args: {
        p_article_ids: string[]
      }
      Returns: {
        article_id: string | null
        views: number | null
      }[]
    }
    count_in_language: {
      Args: {
        p_language: string
      }
      Returns: unknown
    }
    count_newsletter_messages: {
      Args: {
        p_from: string
        p_until: string
      }
      Returns: unknown
    }
    count_subscribers: {
      Args: Record<never, never>
      Returns: unknown
    }
    create_article_preview: {
      Args: {
        p_article_id: string
        p_days?: number
      }
      Returns: unknown
    }
    decide_suggestions: {
      Args: {
        p_ids: string[]
        p_outcome: string
      }
      Returns: unknown
    }
    delete_correction: {
      Args: {
        p_id: string
      }
      Returns: unknown
    }
    describe_drafts: {
      Args: {
        p_ids: unknown
      }
      Returns: {
        article_id: string | null
        changed_by: string | null
        words: number | null
        unsaved_at: string | null
      }[]
    }
    discard_orphaned_copy: {
      Args: {
        p_id: string
      }
      Returns: unknown
    }
    dismiss_activity: {
      Args: Record<never, never>
      Returns: unknown
    }
    dismiss_recordings: {
      Args: {
        p_article_id?: string | null
      }
      Returns: unknown
    }
    edit_note: {
      Args: {
        p_id: string
        p_body: string
        p_mentions?: string[]
      }
      Returns: unknown
    }
    estimate_recordings: {
      Args: {
        p_count: number
        p_language?: string | null
      }
      Returns: unknown
    }
    export_article_record: {
      Args: {
        p_article_id: string
      }
      Returns: unknown
    }
    export_readership: {
      Args: {
        p_days?: number
      }
      Returns: unknown
    }
    feature_article: {
      Args: {
        p_article_id: string
        p_version?: string | null
        p_featured?: boolean
        p_along?: boolean
      }
      Returns: unknown
    }
    find_article_audio: {
      Args: {
        p_article_id: string
      }
      Returns: {
        id: string | null
        seconds: number | null
        bytes: number | null
      }[]
    }
    find_article_preview: {
      Args: {
        p_token: string
        p_language?: string | null
      }
      Returns: unknown
    }
    find_article_sources: {
      Args: {
        p_article_id: string
      }
      Returns: unknown
    }
    find_author: {
      Args: {
        p_slug: string
      }
      Returns: {
        slug: string | null
        name: string | null
        languages: unknown
        profile: unknown
      }[]
    }
    find_calendar_address: {
      Args: Record<never, never>
      Returns: unknown
    }
    find_fediverse_creator: {
      Args: {
        p_article_id: string
      }
      Returns: unknown
    }
    find_glossary_entry: {
      Args: {
        p_id: string
      }
      Returns: unknown
    }
    find_idea_of: {
      Args: {
        p_article_id: string
      }
      Returns: unknown
    }
    find_my_membership: {
      Args: Record<never, never>
      Returns: unknown
    }
    find_news_group: {
      Args: {
        p_id: string
      }
      Returns: unknown
    }
    find_newsletter_audio: {
      Args: {
        p_slug: string
        p_language: string
      }
      Returns: {
        id: string | null
        seconds: number | null
        bytes: number | null
        model: string | null
      }[]
    }
    find_old_address: {
      Args: {
        p_addresses: string[]
      }
      Returns: unknown
    }
    find_original_slug: {
      Args: {
        p_slug: string
        p_language?: string | null
      }
      Returns: unknown
    }
    find_published_newsletter: {
      Args: {
        p_slug: string
        p_language: string
      }
      Returns: {
        slug: string | null
        language: string | null
        subject: string | null
        preheader: string | null
        content: string | null
        started_at: string | null
        languages: unknown
      }[]
    }
    find_restoration: {
      Args: Record<never, never>
      Returns: unknown
    }
    find_subscriber: {
      Args: {
        p_id: string
      }
      Returns: unknown
    }
    find_translation_claim: {
      Args: {
        p_original_id: string
        p_language: string
      }
      Returns: unknown
    }
    follow_news_group: {
      Args: {
        p_id: string
        p_followed: boolean
      }
      Returns: unknown
    }
    give_back_translation: {
      Args: {
        p_original_id: string
        p_language: string
      }
      Returns: unknown
    }
    hand_over: {
      Args: {
        p_article_id: string
        p_to: string
        p_state: string
        p_sentence: string
        p_due_on: string
        p_version: string
      }
      Returns: unknown
    }
    hide_news_group: {
      Args: {
        p_id: string
        p_hidden: boolean
      }
      Returns: unknown
    }
    import_glossary: {
      Args: {
        p_terms: unknown
      }
      Returns: unknown
    }
    list_activity: {
      Args: {
        p_limit?: number
      }
      Returns: unknown
    }
    list_article_audio: {
      Args: {
        p_language: string
        p_limit: number
      }
      Returns: {
        article_id: string | null
        id: string | null
        seconds: number | null
        bytes: number | null
        model: string | null
      }[]
    }
    list_article_history: {
      Args: {
        p_article_id: string
        p_from?: string | null
        p_until?: string | null
        p_limit?: number
      }
      Returns: unknown
    }
    list_audit_log: {
      Args: {
        p_search?: string | null
        p_person?: string | null
        p_kind?: string | null
        p_from?: string | null
        p_until?: string | null
        p_offset?: number
        p_limit?: number
      }
      Returns: unknown
    }
    list_audited_people: {
      Args: Record<never, never>
      Returns: unknown
    }
    list_authors: {
      Args: {
        p_language?: string
        p_limit?: number
        p_after?: string
      }
      Returns: {
        slug: string | null
        name: string | null
      }[]
    }
    list_calendar: {
      Args: {
        p_from: string
        p_until: string
        p_zone?: string
        p_person?: string | null
        p_language?: string | null
        p_section?: string | null
      }
      Returns: unknown
    }
    list_colleagues: {
      Args: Record<never, never>
      Returns: {
        user_id: string | null
        name: string | null
        picture: string | null
        role: string | null
        languages: string[] | null
        byline: string | null
      }[]
    }
    list_drafted_articles: {
      Args: {
        p_article_ids: string[]
      }
      Returns: {
        article_id: string | null
      }[]
    }
    list_glossary: {
      Args: {
        p_search?: string | null
        p_language?: string | null
        p_rule?: string | null
        p_by_date?: boolean
        p_descending?: boolean
        p_offset?: number
        p_limit?: number
      }
      Returns: unknown
    }
    list_glossary_proposals: {
      Args: Record<never, never>
      Returns: unknown
    }
    list_members: {
      Args: Record<never, never>
      Returns: {
        user_id: string | null
        email: string | null
        name: string | null
        role: string | null
        languages: string[] | null
        permissions: string[] | null
        status: string | null
        created_at: string | null
        last_sign_in_at: string | null
        has_factor: boolean | null
      }[]
    }
    list_my_desk: {
      Args: {
        p_today: string
      }
      Returns: unknown
    }
    list_my_sessions: {
      Args: Record<never, never>
      Returns: {
        id: string | null
        user_agent: string | null
        ip: string | null
        created_at: string | null
        last_used_at: string | null
        aal: string | null
        is_current: boolean | null
      }[]
    }
    list_newest_of_categories: {
      Args: {
        p_language: string
        p_categories: unknown
        p_except?: unknown
        p_limit?: number
      }
      Returns: {
        id: string | null
        slug: string | null
        language: string | null
        title: string | null
        subtitle: string | null
        excerpt: string | null
        category: string | null
        author: string | null
        reading_time: string | null
        hero_image: string | null
        publish_date: string | null
        featured: boolean | null
        listed_in: string | null
      }[]
    }
    list_news_groups: {
      Args: {
        p_show?: string
        p_search?: string
        p_section?: string | null
        p_language?: string | null
        p_from?: number
        p_size?: number
      }
      Returns: unknown
    }
    list_newsletter_audio: {
      Args: {
        p_language: string
        p_limit: number
      }
      Returns: {
        id: string | null
        seconds: number | null
        bytes: number | null
        model: string | null
        made_at: string | null
        slug: string | null
        language: string | null
        subject: string | null
        preheader: string | null
        started_at: string | null
      }[]
    }
    list_orphaned_copies: {
      Args: {
        p_article_id?: string | null
      }
      Returns: unknown
    }
    list_own_drafts: {
      Args: Record<never, never>
      Returns: {
        copy_id: string | null
        article_id: string | null
        title: string | null
        category: string | null
        reading_time: string | null
        words: number | null
        created_at: string | null
        updated_at: string | null
      }[]
    }
    list_page_views: {
      Args: {
        p_days?: number
      }
      Returns: {
        path: string | null
        slug: string | null
        language: string | null
        views: number | null
        visitors: number | null
      }[]
    }
    list_people: {
      Args: Record<never, never>
      Returns: {
        user_id: string | null
        name: string | null
        picture: string | null
      }[]
    }
    list_published_newsletters: {
      Args: {
        p_language: string
        p_limit?: number
        p_offset?: number
      }
      Returns: {
        slug: string | null
        language: string | null
        subject: string | null
        preheader: string | null
        started_at: string | null
        languages: unknown
      }[]
    }
    list_recent_views: {
      Args: Record<never, never>
      Returns: {
        path: string | null
        language: string | null
        slug: string | null
        title: string | null
        views: number | null
      }[]
    }
    list_recordings: {
      Args: {
        p_state?: string | null
        p_language?: string | null
        p_offset?: number
        p_limit?: number
      }
      Returns: unknown
    }
    list_referrers: {
      Args: {
        p_days?: number
      }
      Returns: {
        host: string | null
        views: number | null
      }[]
    }
    list_related_articles: {
      Args: {
        p_article_id: string
        p_language: string
        p_limit?: number
      }
      Returns: {
        id: string | null
        slug: string | null
        language: string | null
        title: string | null
        category: string | null
        hero_image: string | null
        publish_date: string | null
        story_id: string | null
        same_topic: boolean | null
      }[]
    }
    list_second_factor_roles: {
      Args: Record<never, never>
      Returns: unknown
    }
    list_sitemap_parts: {
      Args: {
        p_stories: number
      }
      Returns: {
        last_change: string | null
      }[]
    }
    list_social_blocks: {
      Args: Record<never, never>
      Returns: {
        kind: string | null
        value: string | null
        made_at: string | null
        made_by: string | null
      }[]
    }
    list_social_followers: {
      Args: {
        p_offset?: number
        p_limit?: number
      }
      Returns: {
        language: string | null
        actor: string | null
        handle: string | null
        name: string | null
        host: string | null
        since: string | null
      }[]
    }
    list_social_reactions: {
      Args: {
        p_article_ids?: string[] | null
      }
      Returns: {
        article_id: string | null
        slug: string | null
        language: string | null
        title: string | null
        likes: number | null
        shares: number | null
        replies: number | null
      }[]
    }
    list_social_replies: {
      Args: {
        p_offset?: number
        p_limit?: number
      }
      Returns: {
        id: string | null
        article_id: string | null
        slug: string | null
        language: string | null
        title: string | null
        actor: string | null
        handle: string | null
        name: string | null
        host: string | null
        uri: string | null
        body: string | null
        warning: string | null
        attachments: unknown
        received_at: string | null
        changed_at: string | null
      }[]
    }
    list_social_servers: {
      Args: Record<never, never>
      Returns: {
        host: string | null
        failing_since: string | null
        failures: number | null
        problem: string | null
        http_status: number | null
        waiting: number | null
        resumes_at: string | null
        left_at: string | null
      }[]
    }
    list_story_versions: {
      Args: {
        p_article_id: string
      }
      Returns: {
        id: string | null
        language: string | null
        slug: string | null
        title: string | null
        published: boolean | null
        publish_date: string | null
        updated_at: string | null
        is_original: boolean | null
        missing: unknown
        unfinished: string | null
        waits_for_review: boolean | null
      }[]
    }
    list_subscribers: {
      Args: {
        p_search?: string | null
        p_status?: string | null
        p_activity?: string | null
        p_language?: string | null
        p_left?: string | null
        p_sort?: string
        p_descending?: boolean
        p_offset?: number
        p_limit?: number
      }
      Returns: unknown
    }
    list_translation_coverage: {
      Args: {
        p_search?: string | null
        p_category?: string | null
        p_published?: boolean
        p_since?: string | null
        p_states?: unknown
        p_language?: string | null
        p_descending?: boolean
        p_offset?: number
        p_limit?: number
      }
      Returns: unknown
    }
    list_translation_queue: {
      Args: {
        p_language?: string | null
        p_person?: string | null
        p_free?: boolean
        p_offset?: number
        p_limit?: number
      }
      Returns: unknown
    }
    list_translations_to_review: {
      Args: {
        p_language?: string | null
        p_except_original?: string | null
        p_mine?: boolean
        p_offset?: number
        p_limit?: number
      }
      Returns: unknown
    }
    load_subscriber_growth: {
      Args: {
        p_weeks?: number
      }
      Returns: unknown
    }
    make_issue_recordings: {
      Args: {
        p_issue_id: string
      }
      Returns: unknown
    }
    make_recordings: {
      Args: {
        p_count: number
        p_language?: string | null
      }
      Returns: unknown
    }
    mark_news_group_seen: {
      Args: {
        p_id: string
      }
      Returns: unknown
    }
    mark_source_seen: {
      Args: {
        p_article_id: string
        p_number: number
      }
      Returns: unknown
    }
    mark_work_seen: {
      Args: {
        p_article_id?: string | null
      }
      Returns: unknown
    }
    may_write_article: {
      Args: {
        p_article_id: string
      }
      Returns: unknown
    }
    merge_news_groups: {
      Args: {
        p_id: string
        p_into: string
      }
      Returns: unknown
    }
    move_calendar_item: {
      Args: {
        p_kind: string
        p_id: string
        p_from: string
        p_to: string
        p_zone?: string
      }
      Returns: unknown
    }
    open_version: {
      Args: {
        p_article_id: string
        p_version: string
      }
      Returns: unknown
    }
    publish_articles: {
      Args: {
        p_ids: unknown
        p_versions?: unknown
      }
      Returns: unknown
    }
    purge_article_text: {
      Args: {
        p_article_id: string
        p_reason: string
      }
      Returns: unknown
    }
    read_issue_recordings: {
      Args: {
        p_issue_id: string
      }
      Returns: unknown
    }
    read_newsletter_report: {
      Args: {
        p_issue_id: string
      }
      Returns: unknown
    }
    read_orphaned_copy: {
      Args: {
        p_id: string
      }
      Returns: unknown
    }
    read_readership: {
      Args: {
        p_days?: number
      }
      Returns: unknown
    }
    read_social_web: {
      Args: Record<never, never>
      Returns: unknown
    }
    remove_member: {
      Args: {
        p_user_id: string
        p_heir?: string | null
      }
      Returns: unknown
    }
    remove_person: {
      Args: {
        p_article_id: string
        p_user_id: string
      }
      Returns: unknown
    }
    renew_calendar_address: {
      Args: Record<never, never>
      Returns: unknown
    }
    report_translation: {
      Args: {
        p_translation_id: string
        p_quote: string
        p_comment?: string
      }
      Returns: unknown
    }
    resolve_note: {
      Args: {
        p_id: string
        p_resolved?: boolean
      }
      Returns: unknown
    }
    restore_article: {
      Args: {
        p_trash_id: string
        p_slug?: string | null
        p_as_draft?: boolean
        p_version?: string | null
        p_along?: unknown
      }
      Returns: unknown
    }
    retry_recordings: {
      Args: {
        p_article_id?: string | null
      }
      Returns: unknown
    }
    revoke_calendar_address: {
      Args: Record<never, never>
      Returns: unknown
    }
    save_categories: {
      Args: {
        p_categories: unknown
        p_retired?: unknown
        p_before?: unknown
      }
      Returns: unknown
    }
    save_glossary_entry: {
      Args: {
        p_before: unknown
        p_entry: unknown
      }
      Returns: unknown
    }
    save_settings: {
      Args: {
        p_changes: unknown
      }
      Returns: unknown
    }
    schedule_article: {
      Args: {
        p_article_id: string
        p_publish_at: string
        p_zone: string
        p_accepted?: unknown
        p_version?: string | null
        p_along?: unknown
      }
      Returns: unknown
    }
    schedule_unpublishing: {
      Args: {
        p_article_id: string
        p_unpublish_at: string
        p_zone: string
      }
      Returns: unknown
    }
    search_articles: {
      Args: {
        p_query: string
        p_language?: string
        p_limit?: number
        p_offset?: number
        p_category?: string | null
        p_from?: string | null
        p_until?: string | null
        p_author?: string | null
      }
      Returns: {
        id: string | null
        slug: string | null
        language: string | null
        title: string | null
        category: string | null
        publish_date: string | null
        headline: string | null
        total: number | null
      }[]
    }
    search_as_typed: {
      Args: {
        p_query: string
        p_language?: string
      }
      Returns: {
        id: string | null
        title: string | null
        excerpt: string | null
        category: string | null
        slug: string | null
        language: string | null
      }[]
    }
    search_desk: {
      Args: {
        p_search: string
        p_published: boolean
        p_language?: string | null
        p_category?: string | null
        p_featured?: boolean | null
        p_sort?: string
        p_descending?: boolean
        p_offset?: number
        p_limit?: number
        p_state?: string | null
        p_owner?: string | null
        p_next?: string | null
      }
      Returns: unknown
    }
    search_news_items: {
      Args: {
        p_search: string
      }
      Returns: unknown
    }
    set_due: {
      Args: {
        p_article_id: string
        p_due_on: string
      }
      Returns: unknown
    }
    set_second_factor_roles: {
      Args: {
        p_roles: string[]
      }
      Returns: unknown
    }
    set_source_removed: {
      Args: {
        p_article_id: string
        p_number: number
        p_removed: boolean
      }
      Returns: unknown
    }
    sign_sentence: {
      Args: {
        p_article_id: string
        p_key: string
        p_reason: string
      }
      Returns: unknown
    }
    split_news_group: {
      Args: {
        p_id: string
        p_item_ids: string[]
      }
      Returns: unknown
    }
    subscribe_newsletter: {
      Args: {
        p_email: string
        p_language?: string
      }
      Returns: unknown
    }
    subscriber_figure: {
      Args: Record<never, never>
      Returns: unknown
    }
    suggest_changes: {
      Args: {
        p_article_id: string
        p_changes: unknown
        p_sent_with: string
        p_body?: string
      }
      Returns: unknown
    }
    take_article: {
      Args: {
        p_article_id: string
      }
      Returns: unknown
    }
    take_next_translation: {
      Args: {
        p_language?: string | null
      }
      Returns: unknown
    }
    unblock_on_social_web: {
      Args: {
        p_kind: string
        p_value: string
      }
      Returns: unknown
    }
    withdraw_invitation: {
      Args: {
        p_email: string
      }
      Returns: unknown
    }
    withdraw_signature: {
      Args: {
        p_article_id: string
        p_key: string
      }
      Returns: unknown
    }
  }
}

/** A row of a table. */
export type Row<Name extends keyof DatabaseTypes['Tables']> = DatabaseTypes['Tables'][Name]['Row']

/** The tables and views of the schema `public` that a request can name. */
export const EXPOSED_RELATIONS = [
  'access_tokens',
  'article_check_overrides',
  'article_corrections',
  'article_notes',
  'article_people',
  'article_previews',
  'article_revisions',
  'article_schedules',
  'article_sentences',
  'article_sources',
  'article_translations',
  'article_trash',
  'article_unpublishings',
  'article_workflow',
  'articles',
  'articles_at_work',
  'audit_log',
  'author_articles',
  'authors',
  'categories',
  'glossary_proposals',
  'glossary_terms',
  'handovers',
  'ideas',
  'mail_deliveries',
  'media_files',
  'media_library',
  'media_uses',
  'news_feeds',
  'news_groups',
  'news_items',
  'newsletter_clicks',
  'newsletter_deliveries',
  'newsletter_editions',
  'newsletter_issue_events',
  'newsletter_issues',
  'newsletter_items',
  'newsletter_messages',
  'newsletter_subscribers',
  'newsletter_summaries',
  'outbox_mails',
  'page_revisions',
  'pages',
  'pending_translations',
  'profiles',
  'published_corrections',
  'sentence_signatures',
  'settings',
  'slug_redirects',
  'sourced_articles',
  'translated_articles',
  'translation_claims',
  'translation_edits',
  'translation_parts',
  'translation_reports',
  'translation_runs',
  'translation_segments',
  'translations_with_originals',
  'user_roles',
  'webhook_deliveries',
  'webhooks',
  'working_copies',
] as const

/** The functions that a request can name. */
export const EXPOSED_FUNCTIONS = [
  'add_correction',
  'add_note',
  'add_person',
  'adopt_orphaned_copy',
  'answer_restored_issue',
  'begin_draft',
  'block_on_social_web',
  'cancel_translation',
  'change_correction',
  'change_invitation',
  'change_member',
  'change_owner',
  'claim_translation',
  'confirm_newsletter_subscription',
  'confirm_restoration',
  'count_article_views',
  'count_in_language',
  'count_newsletter_messages',
  'count_subscribers',
  'create_article_preview',
  'decide_suggestions',
  'delete_correction',
  'describe_drafts',
  'discard_orphaned_copy',
  'dismiss_activity',
  'dismiss_recordings',
  'edit_note',
  'estimate_recordings',
  'export_article_record',
  'export_readership',
  'feature_article',
  'find_article_audio',
  'find_article_preview',
  'find_article_sources',
  'find_author',
  'find_calendar_address',
  'find_fediverse_creator',
  'find_glossary_entry',
  'find_idea_of',
  'find_my_membership',
  'find_news_group',
  'find_newsletter_audio',
  'find_old_address',
  'find_original_slug',
  'find_published_newsletter',
  'find_restoration',
  'find_subscriber',
  'find_translation_claim',
  'follow_news_group',
  'give_back_translation',
  'hand_over',
  'hide_news_group',
  'import_glossary',
  'list_activity',
  'list_article_audio',
  'list_article_history',
  'list_audit_log',
  'list_audited_people',
  'list_authors',
  'list_calendar',
  'list_colleagues',
  'list_drafted_articles',
  'list_glossary',
  'list_glossary_proposals',
  'list_members',
  'list_my_desk',
  'list_my_sessions',
  'list_newest_of_categories',
  'list_news_groups',
  'list_newsletter_audio',
  'list_orphaned_copies',
  'list_own_drafts',
  'list_page_views',
  'list_people',
  'list_published_newsletters',
  'list_recent_views',
  'list_recordings',
  'list_referrers',
  'list_related_articles',
  'list_second_factor_roles',
  'list_sitemap_parts',
  'list_social_blocks',
  'list_social_followers',
  'list_social_reactions',
  'list_social_replies',
  'list_social_servers',
  'list_story_versions',
  'list_subscribers',
  'list_translation_coverage',
  'list_translation_queue',
  'list_translations_to_review',
  'load_subscriber_growth',
  'make_issue_recordings',
  'make_recordings',
  'mark_news_group_seen',
  'mark_source_seen',
  'mark_work_seen',
  'may_write_article',
  'merge_news_groups',
  'move_calendar_item',
  'open_version',
  'publish_articles',
  'purge_article_text',
  'read_issue_recordings',
  'read_newsletter_report',
  'read_orphaned_copy',
  'read_readership',
  'read_social_web',
  'remove_member',
  'remove_person',
  'renew_calendar_address',
  'report_translation',
  'resolve_note',
  'restore_article',
  'retry_recordings',
  'revoke_calendar_address',
  'save_categories',
  'save_glossary_entry',
  'save_settings',
  'schedule_article',
  'schedule_unpublishing',
  'search_articles',
  'search_as_typed',
  'search_desk',
  'search_news_items',
  'set_due',
  'set_second_factor_roles',
  'set_source_removed',
  'sign_sentence',
  'split_news_group',
  'subscribe_newsletter',
  'subscriber_figure',
  'suggest_changes',
  'take_article',
  'take_next_translation',
  'unblock_on_social_web',
  'withdraw_invitation',
  'withdraw_signature',
] as const

/** The tables that no backup contains. */
export const TABLES_LEFT_OUT = [
  'auth.mfa_amr_claims',
  'auth.mfa_challenges',
  'auth.one_time_tokens',
  'auth.password_resets',
  'auth.refresh_tokens',
  'auth.sessions',
  'private.backup_downloads',
  'private.backup_troubles',
  'private.backups',
  'private.calendar_addresses',
  'private.job_runs',
  'private.known_addresses',
  'private.restorations',
  'private.schema_release',
  'private.setting_rules',
  'private.webhook_turns',
  'private.websub_requests',
  'private.websub_topics',
  'public.access_tokens',
  'storage.unused_files',
] as const

/** The tables whose changes are announced, with their primary keys. */
export const LIVE_TABLES = {
  'access_tokens': ["id"],
  'article_notes': ["id"],
  'article_schedules': ["article_id"],
  'article_translations': ["translation_id"],
  'article_unpublishings': ["article_id"],
  'article_workflow': ["article_id"],
  'articles': ["id"],
  'audit_log': ["id"],
  'categories': ["slug"],
  'glossary_proposals': ["id"],
  'glossary_terms': ["id"],
  'ideas': ["id"],
  'mail_deliveries': ["id"],
  'news_feeds': ["id"],
  'news_groups': ["id"],
  'newsletter_issues': ["id"],
  'pages': ["id"],
  'pending_translations': ["translation_id"],
  'profiles': ["user_id"],
  'settings': ["key"],
  'sourced_articles': ["article_id"],
  'translation_claims': ["id"],
  'translation_reports': ["id"],
  'translation_runs': ["id"],
  'user_roles': ["id"],
  'webhooks': ["id"],
} as const

/** The SQL conditions of rows that are deleted, by table. */
export const PURGES = {
  'auth.mfa_challenges': "created_at < now() - interval '1 day'",
  'auth.one_time_tokens': "created_at < now() - interval '1 day'",
  'auth.password_resets': "expires_at < now()",
  'auth.refresh_tokens': "revoked and updated_at < now() - interval '30 days'",
  'auth.sessions': "not_after < now() - interval '1 day'",
  'private.daily_visitors': "day < current_date - interval '24 months'",
  'private.draft_requests': "requested_at < now() - interval '30 days'",
  'private.imports': "kind <> 'command' and (state = 'uploading' and active_at < now() - interval '2 days' or state in ('planned', 'failed') and active_at < now() - interval '14 days') and not exists (select from private.import_items where imports.id in (created_by, changed_by))",
  'private.invitations': "expires_at < now() - interval '1 day'",
  'private.job_runs': "started_at < now() - interval '1 day'",
  'private.look_files': "remove_after < now() and not private.is_look_file_used(name)",
  'private.mail_report_events': "received_at < now() - interval '30 days'",
  'private.news_texts': "fetched_at < now() - interval '30 days'",
  'private.newsletter_bounces': "reported_at < now() - interval '180 days'",
  'private.newsletter_calls': "called_at < now() - interval '30 days'",
  'private.newsletter_confirmation_tokens': "expires_at < now() - interval '30 days'",
  'private.newsletter_erasure_tokens': "expires_at < now() - interval '1 day'",
  'private.page_referrers': "day < current_date - interval '24 months'",
  'private.page_views': "day < current_date - interval '24 months'",
  'private.remote_keys': "expires_at < now()",
  'private.social_activities': "made_at < now() - interval '8 days' or kind in ('Accept', 'Reject') and made_at < now() - interval '1 hour' and not exists (select from private.social_deliveries where activity_id = social_activities.id)",
  'private.social_received': "received_at < now() - interval '3 hours'",
  'private.source_checks': "next_at < now() - interval '7 days'",
  'private.suggested_wordings': "made_at < now() - interval '90 days'",
  'private.websub_requests': "requested_at < now() - interval '1 day'",
  'private.websub_subscriptions': "expires_at < now()",
  'private.work_notices': "made_at < now() - interval '90 days' and (seen_at is not null or mailed_at < now() - interval '2 days')",
  'public.article_check_overrides': "made_at < now() - interval '90 days' and not exists (select from public.articles where id = article_check_overrides.article_id) and not exists (select from public.article_trash where article_id = article_check_overrides.article_id)",
  'public.article_previews': "expires_at < now() - interval '30 days'",
  'public.article_schedules': "settled_at < now() - interval '90 days'",
  'public.article_trash': "deleted_with is null and deleted_at < now() - interval '30 days'",
  'public.ideas': "dropped_at < now() - interval '30 days' or article_id is not null and updated_at < now() - interval '1 day' and not exists (select from public.articles where articles.id = ideas.article_id) and not exists (select from public.article_trash where article_trash.article_id = ideas.article_id)",
  'public.mail_deliveries': "created_at < now() - interval '30 days' and status not in ('queued', 'sending')",
  'public.news_groups': "created_at < now() - interval '1 day' and not exists (select from public.news_items where group_id = news_groups.id)",
  'public.news_items': "added_at < now() - interval '30 days'",
  'public.newsletter_send_tickets': "expires_at < now() - interval '1 day'",
  'public.newsletter_subscribers': "not confirmed and subscribed_at < now() - interval '30 days' and not exists ( select from private.newsletter_consents where subscriber_id = newsletter_subscribers.id and confirmation_sent_at >= now() - interval '30 days')",
  'public.outbox_mails': "created_at < now() - interval '30 days'",
  'public.page_revisions': "made_at < now() - interval '30 days' and not exists (select from public.pages where slug = page_revisions.slug and language = page_revisions.language) and not exists ( select from public.page_revisions as later where later.slug = page_revisions.slug and later.language = page_revisions.language and later.made_at >= now() - interval '30 days')",
  'public.translation_claims': "ended_at < now() - interval '1 year'",
  'public.translation_reports': "created_at < now() - interval '180 days'",
  'public.translation_runs': "ended_at < now() - interval '90 days' and exists ( select from public.translation_runs as later where later.article_id = translation_runs.article_id and later.language = translation_runs.language and later.requested_at > translation_runs.requested_at)",
  'public.webhook_deliveries': "status <> 'waiting' and (happened_at < now() - interval '30 days' or id in ( select id from ( select id, row_number() over (partition by webhook_id order by happened_at desc, id) as place from public.webhook_deliveries where status <> 'waiting') as ended where place > 1000))",
  'public.working_copies': "updated_at < now() - interval '90 days'",
  'storage.objects': "bucket_id = 'imports' and not exists (select from private.imports where id::text = split_part(objects.name, '/', 1) and (state in ('uploading', 'reading', 'importing') or active_at > now() - interval '14 days' and state in ('planned', 'failed')))",
} as const
export type LiveTable = keyof typeof LIVE_TABLES
export const LIVE_TABLE_NAMES = Object.keys(LIVE_TABLES) as LiveTable[]
