#!/bin/sh
# Runs once, in the container of PostgreSQL, when its volume is empty: makes the user and the database of the site, as in
# docs/self-hosting/database.md. The password is the one in the address of the site; it has letters and digits only.
set -eu
address=$(cat "${DATABASE_URL_FILE:-/run/secrets/database-url}")
user_and_password=${address#*://}
user_and_password=${user_and_password%%@*}
password=${user_and_password#*:}
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$password" --username postgres --dbname postgres <<'SQL'
create role ai_watch login createrole password :'password';
create database ai_watch owner ai_watch encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C.UTF-8' template template0;
SQL
