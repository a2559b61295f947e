# PostgreSQL with pgBackRest, which archives each segment of its log and makes the nightly copies.
FROM docker.io/library/postgres:17-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends pgbackrest && rm -rf /var/lib/apt/lists/*
