# Not built yet where this was written. From a published version:
#   docker build --build-arg VERSION=0.1.0 -t alias-sandbox .
#   docker run --rm -p 127.0.0.1:25427:25427 -e ALIAS_SANDBOX_CONTROL_TOKEN alias-sandbox past_due
FROM node:24-slim
ARG VERSION=latest
RUN npm install --global alias-sandbox@${VERSION}
USER node
EXPOSE 25427
# Beyond loopback the control API needs ALIAS_SANDBOX_CONTROL_TOKEN, 22 characters or more.
ENTRYPOINT ["alias-sandbox", "start", "--host", "0.0.0.0"]
