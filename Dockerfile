# Not built yet. To build the image of a published version:
#   docker build --build-arg VERSION=0.1.0 -t alias-sandbox .
#   docker run --rm -p 127.0.0.1:25427:25427 -e ALIAS_SANDBOX_CONTROL_TOKEN alias-sandbox past_due
FROM node:24-slim
ARG VERSION=latest
RUN npm install --global alias-sandbox@${VERSION}
USER node
EXPOSE 25427
# Outside loopback the control API requires ALIAS_SANDBOX_CONTROL_TOKEN (at least 22 characters).
ENTRYPOINT ["alias-sandbox", "start", "--host", "0.0.0.0"]
