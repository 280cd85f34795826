# Insitu in a container: the program with the site in it, certificates, and nothing else.
#
#     docker build --tag insitu .
#     docker run --publish 127.0.0.1:3000:3000 --env INSITU_TOKEN=at-least-16-characters insitu

FROM debian:trixie-slim AS build
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends \
      build-essential ca-certificates cmake curl git musl-tools nodejs npm python3 python3-pip rustup \
 && rm -rf /var/lib/apt/lists/* \
 && npm install --global npm@10.9.4
WORKDIR /insitu
COPY . .
ENV CARGO_INCREMENTAL=0 CARGO_TERM_COLOR=never
# Linked with musl, so that the program needs no file of a system.
RUN rustup toolchain list \
 && cargo xtask dist program "$(uname -m)-unknown-linux-musl" \
 && cargo xtask dist assemble \
 && install -D target/dist/insitu-*-linux-musl /container/usr/bin/insitu \
 && install -d /container-models \
 && install -D -m 644 /etc/ssl/certs/ca-certificates.crt /container/etc/ssl/certs/ca-certificates.crt

# The certificates are those of the authorities by which providers are known.
FROM scratch
COPY --from=build /container /
# A volume takes its owner from here.
COPY --from=build --chown=65532:65532 /container-models /models
ENV INSITU_MODEL_FOLDER=/models
# By number, since there is no list of users.
USER 65532:65532
# Reached from outside of the container, so that it starts with INSITU_TOKEN or another `[access]` only.
ENV INSITU_ADDR=0.0.0.0:3000
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/usr/bin/insitu", "health"]
ENTRYPOINT ["/usr/bin/insitu"]
CMD ["serve"]
