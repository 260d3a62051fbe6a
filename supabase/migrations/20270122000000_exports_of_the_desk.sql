-- An export is downloaded with a ticket as a backup is; it names no backup.
alter table private.backup_downloads alter column backup_id drop not null;
alter table private.backup_downloads add column with_subscribers boolean not null default false;
